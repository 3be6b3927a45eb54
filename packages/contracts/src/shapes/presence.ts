import * as z from 'zod'
import { Timestamp } from '../text.ts'

/**
 * The presence of a member. `lastActive` is null while the member is online. To viewers who neither have a conversation with
 * the member nor follow each other, the member is offline and `lastActive` is null.
 */
export const Presence = z.object({ isOnline: z.boolean(), lastActive: Timestamp.nullable() })
export type Presence = z.infer<typeof Presence>
