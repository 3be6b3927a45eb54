import type { ConversationRepository } from '../conversations/conversation-repository.ts'
import type { Tell } from '../hints/hint.ts'

/** Says to the other that a member is writing to them. What may not be said is dropped without a word. */
export type Typing = (member: string, recipientId: string) => Promise<void>

type Parts = {
  conversations: Pick<ConversationRepository, 'isOpen'>
  tell: Tell
  /** Whether there is more important work now. */
  isBusy: () => boolean
}

/** Pages say it twice a second. */
const PER_SECOND = 4

/** Only within a conversation, not across a block, and no more than a few times a second of each member. */
export function createTyping({ conversations, tell, isBusy }: Parts): Typing {
  let said = new Map<string, number>()
  let since = performance.now()

  function isTooOften(member: string): boolean {
    if (performance.now() - since >= 1_000) {
      said = new Map()
      since = performance.now()
    }
    const times = (said.get(member) ?? 0) + 1
    said.set(member, times)
    return times > PER_SECOND
  }

  return async (member, recipientId) => {
    if (isTooOften(member) || isBusy()) return
    if (!(await conversations.isOpen(recipientId, { _id: member }))) return
    tell({ to: { member: recipientId }, name: 'typing', payload: { senderId: member, recipientId } })
  }
}
