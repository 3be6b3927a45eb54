import * as z from 'zod'
import { Id, Timestamp } from '../text.ts'

/**
 * A message that its author has not sent. `_id` is the other member of the conversation. `changedAt` is the time of the last change, by
 * the clock of the device that made it.
 */
export const MessageDraftView = z.object({ _id: Id, content: z.string(), changedAt: Timestamp })
export type MessageDraftView = z.infer<typeof MessageDraftView>
