import type { MessageContent } from '@meadow/contracts/parse-search'
import { foldText, type MongoDatabase, runMongoOperations } from '@meadow/storage'
import type { ConversationState } from '../conversations/conversation.ts'
import { NO_RECEIVED_REQUEST } from '../conversations/mongo-conversation-repository.ts'
import { getConversationMemberCollection } from '../conversations/mongo-conversation-rows.ts'
import { readConversationState } from '../conversations/mongo-conversation-state.ts'
import { findSeqBefore } from '../messages/history/mongo-find-seq.ts'
import {
  getMessageCollection,
  LINK_INDEX,
  PICTURE_INDEX,
  RECORDING_INDEX,
  STARRED_BY_INDEX,
  toShownMessageFilter,
} from '../messages/mongo-message-rows.ts'
import { readMessages } from '../messages/mongo-read-messages.ts'
import type { InboxSearch, InboxSearchWindow } from './inbox-search.ts'
import { EMPTY_SEARCH_PAGE, type MessageSearch, type MessageSearchQuery, toScannedAfter } from './message-search.ts'
import { toStoredForms, toTrigrams } from './search-text.ts'

/** Longest time of a search in all conversations, in milliseconds, as of the statements on PostgreSQL. */
const MAX_TIME_MS = 2_000

/** Creates the message search on MongoDB: a time span becomes a range of `seq`, a text is found by its trigrams. */
export const createMongoMessageSearch = (mongo: MongoDatabase): MessageSearch => ({
  async search(otherId, viewer, query) {
    const conversation = await readConversationState(mongo, viewer._id, otherId)
    if (!conversation) return EMPTY_SEARCH_PAGE
    const { ids, nextBefore } = await findMatches(mongo, conversation, viewer, query)
    const messages = await readMessages(mongo, ids.toReversed())
    return { messages, hasMore: nextBefore !== null, nextBefore, rev: conversation.rev }
  },

  async searchInbox(viewer, search, window) {
    const messages = await readMessages(mongo, await findInInbox(mongo, viewer, search, window))
    return messages.map((message) => ({ _id: message._id, createdAt: message.createdAt, message }))
  },
})

/** Returns the conditions of messages that a member may find. */
const toFoundMessageFilter = (viewer: { _id: string }): object => ({
  deletedAt: null,
  messageType: { $ne: 'system' },
  ...toShownMessageFilter(viewer._id, new Date()),
})

/** Returns the filter for messages that have a content, and its index, which has no other messages. */
const toContentFilter = (has: MessageContent, viewer: { _id: string }): { filter: object; hint: string } =>
  ({
    picture: { filter: { messageType: 'image' }, hint: PICTURE_INDEX },
    video: { filter: { messageType: 'video' }, hint: RECORDING_INDEX },
    voice: { filter: { messageType: 'voice' }, hint: RECORDING_INDEX },
    link: { filter: { 'facets.url': { $exists: true } }, hint: LINK_INDEX },
    star: { filter: { 'stars.member': viewer._id }, hint: STARRED_BY_INDEX },
  })[has]

/** Returns the ids of the matches, newest first, and the id before which the search continues. */
async function findMatches(
  mongo: MongoDatabase,
  {
    _id: conversationId,
    seq: newestSeq,
    viewerClearedUpTo,
  }: Pick<ConversationState, '_id' | 'seq' | 'viewerClearedUpTo'>,
  viewer: { _id: string },
  query: MessageSearchQuery,
): Promise<{ ids: string[]; nextBefore: string | null }> {
  const { text, from, has, start, end, before, limit } = query
  const [seqBeforeStart, beforeSeq, endSeq] = await runMongoOperations(mongo, [
    async () => (start === undefined ? 0 : findSeqBefore(mongo, conversationId, start)),
    () => findSeqBefore(mongo, conversationId, before),
    () => findSeqBefore(mongo, conversationId, end === undefined ? undefined : end + 1),
  ])
  const afterSeq = Math.max(seqBeforeStart, viewerClearedUpTo)
  const lastSeq = Math.min(beforeSeq, endSeq, newestSeq)
  const scannedAfter = toScannedAfter(query, afterSeq, lastSeq)
  const seq = { $gt: scannedAfter, $lte: lastSeq }
  const content = has && toContentFilter(has, viewer)
  const findForm = async (form: string) => {
    const { filter, hint } = toTextFilter(form)
    const rows = await getMessageCollection(mongo)
      .find(
        {
          conversationId,
          seq,
          ...toFoundMessageFilter(viewer),
          ...filter,
          ...(from && { senderId: from }),
          ...content?.filter,
        },
        { ...mongo.operationOptions, hint: content?.hint ?? hint, projection: { seq: 1 } },
      )
      .sort({ seq: -1 })
      .limit(limit + 1)
      .toArray()
    return rows.map((row) => [row.seq, row._id] as const)
  }
  const found = await runMongoOperations(
    mongo,
    toStoredForms(text).map((form) => () => findForm(form)),
  )
  const newestFirst = [...new Map(found.flat())].sort(([one], [other]) => other - one)
  const ids = newestFirst.slice(0, limit).map(([, _id]) => _id)
  if (newestFirst.length > limit) return { ids, nextBefore: ids.at(-1) ?? null }
  return { ids, nextBefore: scannedAfter > afterSeq ? await findIdAfter(mongo, conversationId, scannedAfter) : null }
}

async function findIdAfter(mongo: MongoDatabase, conversationId: string, seq: number): Promise<string | null> {
  const [first] = await getMessageCollection(mongo)
    .find({ conversationId, seq: { $gt: seq } }, { ...mongo.operationOptions, projection: { _id: 1 } })
    .sort({ seq: 1 })
    .limit(1)
    .toArray()
  return first?._id ?? null
}

/**
 * Returns the filter for messages that contain a folded text, and its index. The index finds candidates by trigrams, then
 * the text itself is compared. A text without trigrams is looked for in the last messages of the range.
 */
function toTextFilter(text: string): { filter: object; hint: string } {
  if (text === '') return { filter: {}, hint: 'by_place' }
  const trigrams = toTrigrams(text)
  const contains = { $expr: { $gte: [{ $indexOfCP: ['$foundBy', { $literal: text }] }, 0] } }
  if (trigrams.length === 0) return { filter: contains, hint: 'by_place' }
  return { filter: { grams: { $all: trigrams }, ...contains }, hint: 'found_by' }
}

/** Returns the ids of the matches in all conversations, newest first, one more than the limit. */
async function findInInbox(
  mongo: MongoDatabase,
  viewer: { _id: string },
  { required, excluded, senderId, before, since, has }: InboxSearch,
  { after, limit }: InboxSearchWindow,
): Promise<string[]> {
  const conversations = await getConversationMemberCollection(mongo)
    .find(
      { member: viewer._id, other: { $ne: null }, ...NO_RECEIVED_REQUEST },
      { ...mongo.operationOptions, hint: 'newest', projection: { conversationId: 1, clearedUpTo: 1 } },
    )
    .toArray()
  const times = [
    ...(before ? [{ createdAt: { $lt: before } }] : []),
    ...(since ? [{ createdAt: { $gte: since } }] : []),
    ...(after
      ? [
          { createdAt: { $lte: after.createdAt } },
          { $or: [{ createdAt: { $lt: after.createdAt } }, { _id: { $lt: after._id } }] },
        ]
      : []),
  ]
  const cleared = conversations.flatMap(({ conversationId, clearedUpTo = 0 }) =>
    clearedUpTo > 0 ? [{ conversationId, seq: { $lte: clearedUpTo } }] : [],
  )
  const { filter, hint } = toTextsFilter(required, excluded)
  const content = has && toContentFilter(has, viewer)
  const rows = await getMessageCollection(mongo)
    .find(
      {
        conversationId: { $in: conversations.map(({ conversationId }) => conversationId) },
        ...toFoundMessageFilter(viewer),
        ...(times.length > 0 && { $and: times }),
        ...(cleared.length > 0 && { $nor: cleared }),
        ...(senderId && { senderId }),
        ...content?.filter,
        ...filter,
      },
      { ...mongo.operationOptions, hint: content?.hint ?? hint, projection: { _id: 1 }, maxTimeMS: MAX_TIME_MS },
    )
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit + 1)
    .toArray()
  return rows.map(({ _id }) => _id)
}

/** Returns the filter for messages with all required texts and none of the excluded ones, in any of their stored forms, and its index. */
function toTextsFilter(required: readonly string[], excluded: readonly string[]): { filter: object; hint: string } {
  const isFound = (text: string) => ({
    $or: toStoredForms(text).map((form) => ({ $gte: [{ $indexOfCP: ['$foundBy', { $literal: form }] }, 0] })),
  })
  const conditions = [...required.map(isFound), ...excluded.map((text) => ({ $not: [isFound(text)] }))]
  const trigrams = required.flatMap((text) => (toStoredForms(text).length === 1 ? toTrigrams(foldText(text)) : []))
  return {
    filter: {
      ...(conditions.length > 0 && { $expr: { $and: conditions } }),
      ...(trigrams.length > 0 && { grams: { $all: [...new Set(trigrams)] } }),
    },
    hint: trigrams.length > 0 ? 'found_by' : 'by_time',
  }
}
