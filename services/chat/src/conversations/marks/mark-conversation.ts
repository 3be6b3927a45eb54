import type { CallResponse, calls } from '@meadow/contracts'
import { DomainError } from '@meadow/service'
import type { Push } from '../../realtime/push/push-bus.ts'
import type { MarksChange, StoreConversationMarks } from './conversation-marks.ts'

export type MarkConversationDeps = {
  conversationMarks: StoreConversationMarks
  /** Marks a conversation of a member as read up to a message, and returns the `seq` of the message. @throws message_not_found, not_found */
  readUpToMessage: (memberId: string, otherId: string, messageId: string) => Promise<number>
  push: Push
  now: () => Date
}

/** The wishes as a client sends them. `clearUpTo` is the id of the last message that is cleared. */
type MarksBody = Omit<MarksChange, 'mutedUntil' | 'clearedUpTo'> & {
  mutedUntil?: string | null | undefined
  clearUpTo?: string | undefined
}

/**
 * Changes what a member has set for a conversation, and pushes it with the unread total to all their devices. The other member is
 * not told, and may be gone or blocked. What is cleared was read: the other member sees that as ever.
 * @throws the errors of `StoreConversationMarks`, cannot_message_self; message_not_found and not_found of a clearing
 */
export async function markConversation(
  deps: MarkConversationDeps,
  { _id: memberId }: { _id: string },
  otherId: string,
  { mutedUntil, clearUpTo, ...wishes }: MarksBody,
): Promise<CallResponse<typeof calls.markConversation>> {
  if (otherId === memberId) throw new DomainError('cannot_message_self')
  const change = {
    ...wishes,
    mutedUntil: typeof mutedUntil === 'string' ? new Date(mutedUntil) : mutedUntil,
    ...(clearUpTo !== undefined && { clearedUpTo: await deps.readUpToMessage(memberId, otherId, clearUpTo) }),
  }
  const { marks, total } = await deps.conversationMarks({ memberId, otherId, change, at: deps.now() })
  const to = { member: memberId }
  deps.push({ to, name: 'conversationMarked', payload: { userId: otherId, marks, changeSeq: total.changeSeq } })
  deps.push({ to, name: 'unread', payload: total })
  return { marks, total: total.messages, changeSeq: total.changeSeq }
}
