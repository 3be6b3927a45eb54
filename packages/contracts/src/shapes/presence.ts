import * as z from 'zod'
import { Timestamp } from '../text.ts'

/** Whether somebody is here, as far as the viewer may know; `lastActive` is null while they are, and where it is hidden. */
export const Presence = z.object({ isOnline: z.boolean(), lastActive: Timestamp.nullable() })
export type Presence = z.infer<typeof Presence>
