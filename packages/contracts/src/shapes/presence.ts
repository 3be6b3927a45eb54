import * as z from 'zod'
import { Timestamp } from '../text.ts'

/** The presence of a member, as the viewer may see it. `lastActive` is null while the member is online, and if it is hidden. */
export const Presence = z.object({ isOnline: z.boolean(), lastActive: Timestamp.nullable() })
export type Presence = z.infer<typeof Presence>
