import { findMembersWithVisibleContent, findMutedMembers, findVisibleMemberByUsername } from '@meadow/members'
import { type MongoDatabase, readFilteredWindow } from '@meadow/storage'
import { NOT_HIDDEN, type PostDocument, postsIn } from '../posts/mongo-post-collections.ts'
import type { FoundPost, PostFinder, PostSearch } from './post-search.ts'
import { meetsCondition, type TermCondition } from './search-terms.ts'

/** Longest time of a query, in milliseconds, as of the statements on PostgreSQL. */
const MAX_TIME_MS = 2_000

type TermsDocument = Pick<PostDocument, '_id' | 'authorId' | 'createdAt' | 'content'>

/** Creates the search on MongoDB, by the terms in the documents of posts. Phrases are compared with the texts that have their terms. */
export const createMongoPostFinder = (mongo: MongoDatabase): PostFinder => ({
  async find(search, viewer, { after, limit }) {
    const authorId = search.from === 'me' ? viewer?._id : await findAuthorId(mongo, search.from, viewer)
    if (search.from && !authorId) return []
    const filter = { ...toFilter(search), ...(authorId && { authorId }), ...NOT_HIDDEN, isPlainShare: { $ne: true } }
    return readFilteredWindow<TermsDocument, FoundPost>(
      { limit, skip: 0, after },
      {
        readRows: (key, count) =>
          postsIn(mongo)
            .find(
              { $and: [filter, { createdAt: { $lte: after.createdAt } }, ...(key ? [{ _id: { $lt: key._id } }] : [])] },
              {
                ...mongo.operationOptions,
                maxTimeMS: MAX_TIME_MS,
                projection: { authorId: 1, createdAt: 1, content: 1 },
              },
            )
            .sort({ _id: -1 })
            .limit(count)
            .toArray(),
        async filterRows(rows) {
          const found = rows.filter(({ content }) => meetsSearch(content, search))
          const authorIds = [...new Set(found.map((row) => row.authorId))]
          const visible = await findMembersWithVisibleContent(mongo, viewer, authorIds)
          const muted = search.from ? new Set() : await findMutedMembers(mongo, viewer, authorIds)
          return found
            .filter((row) => visible.has(row.authorId) && !muted.has(row.authorId))
            .map(({ _id, createdAt, content }) => ({
              _id,
              createdAt,
              isExact: search.required.every((condition) => meetsCondition(content, { ...condition, variants: [] })),
            }))
        },
      },
    )
  },
})

const findAuthorId = async (
  mongo: MongoDatabase,
  username: string | undefined,
  viewer: Parameters<PostFinder['find']>[1],
): Promise<string | undefined> =>
  username === undefined ? undefined : (await findVisibleMemberByUsername(mongo, viewer, username))?._id

const meetsSearch = (content: string, { required, excluded }: PostSearch): boolean =>
  required.every((condition) => condition.phrase.length === 1 || meetsCondition(content, condition)) &&
  !excluded.some((condition) => meetsCondition(content, condition))

function toFilter({ required, before, since, hasPicture, hasVideo }: PostSearch): object {
  const times = { ...(before && { $lt: before }), ...(since && { $gte: since }) }
  return {
    $and: [{}, ...required.map(toTermFilter)],
    ...((before ?? since) && { createdAt: times }),
    ...(hasPicture && { hasPicture: true, video: null }),
    ...(hasVideo && { 'video.status': { $exists: true, $ne: 'failed' } }),
  }
}

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

const toTermFilter = ({ phrase, variants }: TermCondition): object => {
  const ofPhrase = phrase.map(({ term, isPrefix }) => ({
    terms: isPrefix ? { $regex: `^${escapePattern(term)}` } : term,
  }))
  return { $or: [{ $and: ofPhrase }, ...variants.map((term) => ({ terms: term }))] }
}
