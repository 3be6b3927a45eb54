import { DomainError } from '@meadow/service'
import type { ConversationRepository } from '../conversations/conversation-repository.ts'
import type { ReceiptRepository } from './receipt-repository.ts'
import { type MarkReadDeps, markRead } from './routes.ts'

type ReadUpToMessageDeps = MarkReadDeps & {
  conversations: Pick<ConversationRepository, 'isOpen' | 'find'>
  receipts: Pick<ReceiptRepository, 'markRead' | 'findMessage'>
}

/**
 * Creates a function that marks a conversation as read up to a message, and returns its `seq`. `otherId` names the conversation. A request is
 * decided first: its messages are not counted yet.
 * @throws message_not_found if the message is not of the conversation, not_found for a received request
 */
export const createReadUpToMessage =
  (deps: ReadUpToMessageDeps) =>
  async (memberId: string, otherId: string, messageId: string): Promise<number> => {
    const found = await deps.receipts.findMessage(messageId, memberId)
    if ((found.otherId ?? found.conversationId) !== otherId) throw new DomainError('message_not_found')
    const { request } = found.otherId === null ? {} : await deps.conversations.find(otherId, { _id: memberId })
    if (request === 'received') throw new DomainError('not_found')
    await markRead(deps, { _id: memberId }, { messageId })
    return found.seq
  }
