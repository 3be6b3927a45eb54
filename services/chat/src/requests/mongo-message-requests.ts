import { DomainError } from '@meadow/service'
import { type MongoDatabase, runMongoWrites, toMongoUpdate } from '@meadow/storage'
import { isReceivedRequest } from '../conversations/conversation.ts'
import {
  getConversationCollection,
  getConversationMemberCollection,
  toConversationMemberId,
} from '../conversations/mongo-conversation-rows.ts'
import { assertVisibleMember, isVisibleMember, readMongoContact } from '../conversations/mongo-relationship.ts'
import { countUnread } from '../conversations/mongo-unread-count.ts'
import { changeConversation } from '../conversations/write/change-conversation.ts'
import {
  type FoundConversation,
  findConversation,
  toConversationWrites,
  withConversationTransaction,
} from '../conversations/write/mongo-conversation-changes.ts'
import type { AcceptedRequest, MessageRequestStore, RequestOpener, RequestPair } from './message-request.ts'

/** Creates the store of message requests on MongoDB. */
export const createMongoMessageRequests = (mongo: MongoDatabase): MessageRequestStore => ({
  accept: (pair) =>
    withConversationTransaction(mongo, [pair.recipientId, pair.senderId], async (tx) => {
      await assertVisibleMember(tx, pair.recipientId, pair.senderId)
      return acceptRequest(tx, pair, { isRead: true })
    }),

  decline: ({ recipientId, senderId }) =>
    withConversationTransaction(mongo, [recipientId, senderId], async (tx) => {
      const conversation = await findRequest(tx, { recipientId, senderId })
      if (getRequest(conversation, recipientId) !== 'received') return false
      const sideId = toConversationMemberId(recipientId, senderId)
      await runMongoWrites(tx, [
        toMongoUpdate(
          getConversationCollection(tx),
          { _id: conversation._id },
          { $set: { [`requests.${recipientId}`]: 'declined' } },
        ),
        toMongoUpdate(getConversationMemberCollection(tx), { _id: sideId }, { $set: { request: 'declined' } }),
      ])
      return true
    }),
})

/** Creates the opener of requests, in the transaction `tx`. */
export const createMongoRequestOpener = (tx: MongoDatabase): RequestOpener => ({
  async openIfAllowed(one, other) {
    const conversation = await findConversation(tx, one, { otherId: other })
    const recipientId = conversation?.members.find(({ request }) => isReceivedRequest(request))?._id
    if (recipientId === undefined) return undefined
    const pair = { recipientId, senderId: recipientId === one ? other : one }
    if (!(await isVisibleMember(tx, pair.senderId, recipientId))) return undefined
    const { canBegin } = await readMongoContact(tx, pair.senderId, recipientId)
    const accepted = canBegin ? await acceptRequest(tx, pair, { isRead: false }) : undefined
    return accepted && { ...accepted, ...pair }
  },
})

/** Accepts a request. `isRead`: the recipient has read it; otherwise its messages count as unread. */
async function acceptRequest(
  tx: MongoDatabase,
  pair: RequestPair,
  { isRead }: { isRead: boolean },
): Promise<AcceptedRequest | undefined> {
  const { recipientId } = pair
  const conversation = await findRequest(tx, pair)
  if (!isReceivedRequest(getRequest(conversation, recipientId))) return undefined
  const { _id, seq } = conversation
  const changed = changeConversation(conversation, {
    endsRequest: true,
    ...(isRead
      ? { marks: { of: recipientId, readUpTo: seq, deliveredUpTo: seq } }
      : { unread: { of: [recipientId], by: await countUnread(tx, conversation, recipientId, 0) } }),
  })
  const { writes, totals } = toConversationWrites(tx, conversation, changed)
  await runMongoWrites(tx, writes)
  return { totals }
}

/** @throws not_found if there is no conversation */
async function findRequest(tx: MongoDatabase, { recipientId, senderId }: RequestPair): Promise<FoundConversation> {
  const conversation = await findConversation(tx, recipientId, { otherId: senderId })
  if (!conversation) throw new DomainError('not_found')
  return conversation
}

const getRequest = ({ members }: FoundConversation, memberId: string) =>
  members.find(({ _id }) => _id === memberId)?.request
