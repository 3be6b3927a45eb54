import { createMongoMemberReadModel, getEdgeCollection, type Member, toEdgeId } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type MongoDatabase, runMongoOperations } from '@meadow/storage'
import { toLowestMarks } from '../conversations/conversation.ts'
import {
  type ConversationRow,
  getConversationCollection,
  listClearedFrom,
  listMarkedMembers,
} from '../conversations/mongo-conversation-rows.ts'
import type { Message } from './message.ts'
import { countPictures, getMessageCollection, type MessageRow, type ReactionRow } from './mongo-message-rows.ts'

const MESSAGE_PROJECTION = { grams: 0, foundBy: 0, fingerprint: 0 } as const
export const REPLY_PROJECTION = {
  content: 1,
  messageType: 1,
  pictureCount: 1,
  senderId: 1,
  createdAt: 1,
  deletedAt: 1,
  expiresAt: 1,
  hidden: 1,
  seq: 1,
  conversationId: 1,
} as const

/** Documents of other collections that belong to the messages, by id. */
type RelatedRows = {
  conversations: Map<string, ConversationRow>
  members: Map<string, Member>
  /** The ids of active follows between the participants (`toEdgeId`). */
  follows: ReadonlySet<string>
  repliedTo: Map<string, NonNullable<Message['replyTo']>>
}

/** Reads messages with everything that any member sees of them, in the order of `ids`, in a fixed number of queries. */
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
  const [conversations, { members, follows }, repliedTo] = await runMongoOperations(mongo, [
    () =>
      getConversationCollection(mongo)
        .find({ _id: { $in: conversationIds } }, operationOptions)
        .toArray(),
    () => readParticipantRows(mongo, memberIds),
    async () =>
      replyIds.length === 0
        ? []
        : getMessageCollection(mongo)
            .find({ _id: { $in: replyIds } }, { ...operationOptions, projection: REPLY_PROJECTION })
            .toArray(),
  ])
  const conversationById = new Map(conversations.map((row) => [row._id, row]))
  return {
    conversations: conversationById,
    members,
    follows,
    repliedTo: new Map(
      repliedTo.map((reply) => [reply._id, toQuote(reply, conversationById.get(reply.conversationId) ?? {})]),
    ),
  }
}

/** Converts a message to the way a reply shows it. */
export function toQuote(
  row: Pick<MessageRow, '_id' | keyof typeof REPLY_PROJECTION>,
  conversation: Pick<ConversationRow, 'cleared'>,
): NonNullable<Message['replyTo']> {
  const { hidden, seq, pictureCount: _, conversationId: __, ...quote } = row
  return { ...quote, pictureCount: countPictures(row), hiddenFrom: listHiddenFrom({ hidden, seq }, conversation) }
}

/** Lists the members who have deleted a message for themselves, or cleared it. */
const listHiddenFrom = (
  { hidden = [], seq }: { hidden?: MessageRow['hidden'] | undefined; seq: number },
  conversation: Pick<ConversationRow, 'cleared'>,
): string[] => [...hidden.map(({ member }) => member), ...listClearedFrom(conversation, seq)]

type ParticipantRows = Pick<RelatedRows, 'members' | 'follows'>

/** Reads members, and the follows between them. */
export async function readParticipantRows(mongo: MongoDatabase, ids: readonly string[]): Promise<ParticipantRows> {
  const edgeIds = ids.flatMap((from) => ids.filter((to) => to !== from).map((to) => toEdgeId(from, to)))
  const [members, edges] = await runMongoOperations(mongo, [
    () => createMongoMemberReadModel(mongo).find(ids),
    async () =>
      edgeIds.length === 0
        ? []
        : getEdgeCollection(mongo, 'follows')
            .find({ _id: { $in: edgeIds } }, { ...mongo.operationOptions, projection: { active: 1 } })
            .toArray(),
  ])
  return { members, follows: new Set(edges.flatMap(({ _id, active }) => (active ? [_id] : []))) }
}

/** Returns a participant as the messages show them; undefined if they are missing in the read model. */
export function toParticipant(
  { members, follows }: ParticipantRows,
  id: string,
  otherId: string | null,
): Message['sender'] | undefined {
  const member = members.get(id)
  if (!member) return undefined
  const { _id, username, fullName, avatar, isVerified } = member
  return {
    _id,
    username,
    fullName,
    avatar,
    isVerified,
    follows: otherId !== null && follows.has(toEdgeId(id, otherId)),
  }
}

const compareReactions = (one: ReactionRow, other: ReactionRow): number =>
  one.createdAt.getTime() - other.createdAt.getTime() ||
  (`${one.user} ${one.emoji}` < `${other.user} ${other.emoji}` ? -1 : 1)

/** Returns undefined if a participant is missing in the read model. */
function toMessage(row: MessageRow, related: RelatedRows): Message | undefined {
  const { senderId, recipientId, reactions, replyTo, grams, foundBy, fingerprint, threadLastSeq, ...stored } = row
  const {
    picture,
    pictures = picture ? [picture] : [],
    pictureCount,
    linkPreviewDueAt,
    linkPreviewRemoved,
    plays,
    hidden,
    expiryDueAt,
    stars,
    ...message
  } = stored
  const sender = toParticipant(related, senderId, recipientId)
  const recipient = recipientId === null ? null : toParticipant(related, recipientId, senderId)
  const conversation = related.conversations.get(row.conversationId)
  if (!sender || recipient === undefined || !conversation) return undefined
  const marks = toLowestMarks(listMarkedMembers(conversation).filter(({ _id }) => _id !== senderId))
  return {
    ...message,
    ...marks,
    ...(plays && { playedBy: plays.map(({ member }) => member) }),
    ...((hidden || conversation.cleared) && { hiddenFrom: listHiddenFrom(row, conversation) }),
    ...(stars && { starredBy: stars.map(({ member }) => member) }),
    facets: row.facets ?? [],
    linkPreview: row.linkPreview ?? null,
    isLinkPreviewRemoved: linkPreviewRemoved ?? false,
    pictures,
    sender,
    recipient,
    isRequest: conversation.requests !== undefined,
    reactions: reactions
      .toSorted(compareReactions)
      .map((reaction) => ({ ...reaction, createdAt: reaction.createdAt.toISOString() })),
    replyTo: (replyTo && related.repliedTo.get(replyTo)) || null,
  }
}
