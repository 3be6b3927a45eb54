import { createMongoMemberReadModel, type Member } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type MongoDatabase, runMongoOperations } from '@meadow/storage'
import { type ConversationRow, getConversationCollection } from '../conversations/mongo-conversation-rows.ts'
import type { Message } from './message.ts'
import { countPictures, getMessageCollection, type MessageRow, type ReactionRow } from './mongo-message-rows.ts'

const MESSAGE_PROJECTION = { grams: 0, foundBy: 0, fingerprint: 0 } as const
const REPLY_PROJECTION = { content: 1, messageType: 1, pictureCount: 1, senderId: 1, deletedAt: 1 } as const

/** Documents of other collections that belong to the messages, by id. */
type RelatedRows = {
  conversations: Map<string, ConversationRow>
  members: Map<string, Member>
  /** Of each member, the members whom they follow. */
  followed: Map<string, Set<string>>
  repliedTo: Map<string, NonNullable<Message['replyTo']>>
}

/** Reads messages with everything that either participant sees of them, in the order of `ids`, in a fixed number of queries. */
export async function readMessages(mongo: MongoDatabase, ids: readonly string[]): Promise<Message[]> {
  if (ids.length === 0) return []
  const rows = await getMessageCollection(mongo)
    .find({ _id: { $in: [...ids] } }, { ...mongo.operationOptions, projection: MESSAGE_PROJECTION })
    .toArray()
  const related = await readRelatedRows(mongo, rows)
  const messages = new Map(rows.map((row) => [row._id, toMessage(row, related)]))
  return ids.map((id) => messages.get(id)).filter((message) => message !== undefined)
}

/** @throws message_not_found */
export async function readMessage(mongo: MongoDatabase, id: string): Promise<Message> {
  const [message] = await readMessages(mongo, [id])
  if (!message) throw new DomainError('message_not_found')
  return message
}

async function readRelatedRows(mongo: MongoDatabase, messages: readonly MessageRow[]): Promise<RelatedRows> {
  const { operationOptions } = mongo
  const unique = (ids: (string | null)[]) => [...new Set(ids.filter((id) => id !== null))]
  const conversationIds = unique(messages.map(({ conversationId }) => conversationId))
  const memberIds = unique(messages.flatMap(({ senderId, recipientId }) => [senderId, recipientId]))
  const replyIds = unique(messages.map(({ replyTo }) => replyTo))
  const [conversations, members, followed, repliedTo] = await runMongoOperations(mongo, [
    () =>
      getConversationCollection(mongo)
        .find({ _id: { $in: conversationIds } }, operationOptions)
        .toArray(),
    () => createMongoMemberReadModel(mongo).find(memberIds),
    () => readFollowed(mongo, memberIds),
    async () =>
      replyIds.length === 0
        ? []
        : getMessageCollection(mongo)
            .find({ _id: { $in: replyIds } }, { ...operationOptions, projection: REPLY_PROJECTION })
            .toArray(),
  ])
  return {
    conversations: new Map(conversations.map((row) => [row._id, row])),
    members,
    followed,
    repliedTo: new Map(repliedTo.map((reply) => [reply._id, { ...reply, pictureCount: countPictures(reply) }])),
  }
}

/** Returns, for each of these members, which of the others they follow. */
async function readFollowed(mongo: MongoDatabase, ids: readonly string[]): Promise<Map<string, Set<string>>> {
  const members = createMongoMemberReadModel(mongo)
  const reads = ids.map((id) => async () => [id, await members.findFollowed(id, ids)] as const)
  return new Map(await runMongoOperations(mongo, reads))
}

const compareReactions = (one: ReactionRow, other: ReactionRow): number =>
  one.createdAt.getTime() - other.createdAt.getTime() ||
  (`${one.user} ${one.emoji}` < `${other.user} ${other.emoji}` ? -1 : 1)

/** Returns undefined if a participant is missing in the read model. */
function toMessage(row: MessageRow, { conversations, members, followed, repliedTo }: RelatedRows): Message | undefined {
  const { senderId, recipientId, reactions, replyTo, grams, foundBy, fingerprint, threadLastSeq, ...stored } = row
  const { picture, pictures = picture ? [picture] : [], pictureCount, ...message } = stored
  const toParticipant = (id: string, otherId: string) => {
    const member = members.get(id)
    if (!member) return undefined
    const { _id, username, fullName, avatar, isVerified } = member
    return { _id, username, fullName, avatar, isVerified, follows: followed.get(id)?.has(otherId) ?? false }
  }
  const sender = toParticipant(senderId, recipientId)
  const recipient = toParticipant(recipientId, senderId)
  const marks = conversations.get(row.conversationId)?.marks[recipientId]
  if (!sender || !recipient || !marks) return undefined
  return {
    ...message,
    ...marks,
    pictures,
    sender,
    recipient,
    reactions: reactions
      .toSorted(compareReactions)
      .map((reaction) => ({ ...reaction, createdAt: reaction.createdAt.toISOString() })),
    replyTo: (replyTo && repliedTo.get(replyTo)) || null,
  }
}
