import { createMongoMemberReadModel, type Member } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type MongoDatabase, runMongoOperations } from '@meadow/storage'
import { type ConversationRow, conversationsIn } from '../conversations/mongo-rows.ts'
import type { Message } from './message.ts'
import { type MessageRow, messagesIn, type ReactionRow } from './mongo-rows.ts'

const ROW = { grams: 0, foundBy: 0, fingerprint: 0 } as const
const QUOTED = { content: 1, messageType: 1, senderId: 1 } as const

/** What belongs to messages and is kept elsewhere. */
type Around = {
  conversations: Map<string, ConversationRow>
  members: Map<string, Member>
  followed: Map<string, Set<string>>
  quoted: Map<string, NonNullable<Message['replyTo']>>
}

/** Messages with all that either of the two sees of them, in the order of `ids`, in a few queries however many they are. */
export async function readMessages(mongo: MongoDatabase, ids: readonly string[]): Promise<Message[]> {
  if (ids.length === 0) return []
  const found = await messagesIn(mongo)
    .find({ _id: { $in: [...ids] } }, { ...mongo.operationOptions, projection: ROW })
    .toArray()
  const around = await readAround(mongo, found)
  const messages = new Map(found.map((row) => [row._id, toMessage(row, around)]))
  return ids.map((id) => messages.get(id)).filter((message) => message !== undefined)
}

/** @throws message_not_found */
export async function readMessage(mongo: MongoDatabase, id: string): Promise<Message> {
  const [message] = await readMessages(mongo, [id])
  if (!message) throw new DomainError('message_not_found')
  return message
}

async function readAround(mongo: MongoDatabase, messages: readonly MessageRow[]): Promise<Around> {
  const { operationOptions: within } = mongo
  const ids = (all: (string | null)[]) => [...new Set(all.filter((id) => id !== null))]
  const people = ids(messages.flatMap(({ senderId, recipientId }) => [senderId, recipientId]))
  const quotes = ids(messages.map(({ replyTo }) => replyTo))
  const [conversations, members, followed, quoted] = await runMongoOperations(mongo, [
    () =>
      conversationsIn(mongo)
        .find({ _id: { $in: ids(messages.map(({ conversationId }) => conversationId)) } }, within)
        .toArray(),
    () => createMongoMemberReadModel(mongo).find(people),
    () => readFollowed(mongo, people),
    async () =>
      quotes.length === 0
        ? []
        : messagesIn(mongo)
            .find({ _id: { $in: quotes }, deletedAt: null }, { ...within, hint: '_id_', projection: QUOTED })
            .toArray(),
  ])
  return {
    conversations: new Map(conversations.map((row) => [row._id, row])),
    members,
    followed,
    quoted: new Map(
      quoted.map(({ _id, content, messageType, senderId }) => [_id, { _id, content, messageType, senderId }]),
    ),
  }
}

/** Whom of the others each of these few follows. */
async function readFollowed(mongo: MongoDatabase, ids: readonly string[]): Promise<Map<string, Set<string>>> {
  const asks = ids.map((id) => async () => [id, await createMongoMemberReadModel(mongo).findFollowed(id, ids)] as const)
  return new Map(await runMongoOperations(mongo, asks))
}

const inTime = (one: ReactionRow, other: ReactionRow): number =>
  one.createdAt.getTime() - other.createdAt.getTime() ||
  (`${one.user} ${one.emoji}` < `${other.user} ${other.emoji}` ? -1 : 1)

/** Undefined where nothing is known of one of the two. */
function toMessage(row: MessageRow, { conversations, members, followed, quoted }: Around): Message | undefined {
  const { senderId, recipientId, reactions, replyTo, grams, foundBy, fingerprint, threadLastSeq, ...message } = row
  const person = (id: string, other: string) => {
    const member = members.get(id)
    if (!member) return undefined
    const { _id, username, fullName, avatar, isVerified } = member
    return { _id, username, fullName, avatar, isVerified, follows: followed.get(id)?.has(other) ?? false }
  }
  const [sender, recipient] = [person(senderId, recipientId), person(recipientId, senderId)]
  const marks = conversations.get(row.conversationId)?.marks[recipientId]
  if (!sender || !recipient || !marks) return undefined
  return {
    ...message,
    ...marks,
    sender,
    recipient,
    reactions: reactions.toSorted(inTime).map((one) => ({ ...one, createdAt: one.createdAt.toISOString() })),
    replyTo: (replyTo && quoted.get(replyTo)) || null,
  }
}
