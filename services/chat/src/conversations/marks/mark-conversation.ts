import type { CallResponse, calls } from '@meadow/contracts'
import { DomainError } from '@meadow/service'
import type { Push } from '../../realtime/push/push-bus.ts'
import type { MarksChange, StoreConversationMarks } from './conversation-marks.ts'

type MarkConversationDeps = { conversationMarks: StoreConversationMarks; push: Push; now: () => Date }

/** The wishes as a client sends them. */
type MarksBody = Omit<MarksChange, 'mutedUntil'> & { mutedUntil?: string | null | undefined }

/**
 * Changes what a member has set for a conversation, and pushes it with the unread total to all their devices. The other member is
 * not told, and may be gone or blocked.
 * @throws the errors of `StoreConversationMarks`, cannot_message_self
 */
export async function markConversation(
  { conversationMarks, push, now }: MarkConversationDeps,
  { _id: memberId }: { _id: string },
  otherId: string,
  { mutedUntil, ...wishes }: MarksBody,
): Promise<CallResponse<typeof calls.markConversation>> {
  if (otherId === memberId) throw new DomainError('cannot_message_self')
  const change = { ...wishes, mutedUntil: typeof mutedUntil === 'string' ? new Date(mutedUntil) : mutedUntil }
  const { marks, total } = await conversationMarks({ memberId, otherId, change, at: now() })
  const to = { member: memberId }
  push({ to, name: 'conversationMarked', payload: { userId: otherId, marks, changeSeq: total.changeSeq } })
  push({ to, name: 'unread', payload: total })
  return { marks, total: total.messages, changeSeq: total.changeSeq }
}
