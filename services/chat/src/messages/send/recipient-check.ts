import type { MemberReadModel } from '@meadow/members'
import { DomainError } from '@meadow/service'
import type { ConversationRepository } from '../../conversations/conversation-repository.ts'
import type { AssertMayWrite } from '../../members/verified-email-check.ts'

export type RecipientCheckDeps = {
  assertMayWrite: AssertMayWrite
  conversations: Pick<ConversationRepository, 'find'>
  members: Pick<MemberReadModel, 'find'>
}

/**
 * Creates the check of a recipient before an upload is encoded or stored. A recipient across a block is closed like any other, as for a
 * message of text. The check throws cannot_message_self, email_unverified, member_not_found, not_mutual,
 * request_text_only.
 */
export const createRecipientCheck =
  ({ assertMayWrite, conversations, members }: RecipientCheckDeps) =>
  async (senderId: string, recipientId: string): Promise<void> => {
    if (recipientId === senderId) throw new DomainError('cannot_message_self')
    await assertMayWrite(senderId)
    const found = await members.find([recipientId])
    if (!found.has(recipientId)) throw new DomainError('member_not_found')
    const conversation = await conversations.find(recipientId, { _id: senderId }).catch((error) => {
      if (error instanceof DomainError && error.code === 'member_not_found') return undefined // across a block, or gone
      throw error
    })
    if (!conversation?.canSend) throw new DomainError('not_mutual')
    if (conversation.request === 'sent') throw new DomainError('request_text_only')
  }
