import { calls } from '@meadow/contracts'
import { MAX_FOLLOWED_TAGS } from '@meadow/contracts/limits'
import { toTag } from '@meadow/contracts/parse-search'
import { type AssertWordsAllowed, callerToViewer } from '@meadow/members'
import { type CallRoute, DomainError, serve, type Throttle, toKeysetWindow, withThrottle } from '@meadow/service'
import { SEARCH_LIMIT } from '../search/post-search.ts'
import { toPostPage } from '../timelines/routes.ts'
import type { TagStore } from './tag.ts'
import { createTrendReader } from './trends.ts'

export type TagRoutesDeps = {
  tags: TagStore
  assertWordsAllowed: AssertWordsAllowed
  throttle: Throttle
  now: () => Date
}

export function createTagRoutes(deps: TagRoutesDeps): CallRoute[] {
  const { tags, now } = deps
  const readTrends = createTrendReader(deps)
  return [
    serve(calls.listTrends, async ({ query }) => {
      const trends = (await readTrends()).slice(0, query.limit)
      return { trends: trends.map(({ tag, postsCount, authorsCount }) => ({ tag, postsCount, authorsCount })) }
    }),

    serve(calls.listFollowedTags, async ({ member }) => ({
      tags: (await tags.listFollowed(member.sub)).map((tag) => ({ tag })),
    })),

    serve(calls.getTag, ({ member, params }) =>
      withThrottle(deps.throttle, SEARCH_LIMIT, member.sub, async () => {
        const tag = toTag(params.tag)
        const [postsCount, isFollowing] = await Promise.all([tags.countPosts(tag), tags.isFollowed(member.sub, tag)])
        return { tag, postsCount, isFollowing }
      }),
    ),

    serve(calls.listTagPosts, async ({ member, params, query }) => {
      const viewer = callerToViewer(member)
      const entries = await tags.listPosts(toTag(params.tag), viewer, toKeysetWindow(query))
      return toPostPage(entries, viewer, query.limit)
    }),

    serve(calls.followTag, async ({ member, params, body }) => {
      const tag = toTag(params.tag)
      if (body?.state === false) {
        await tags.unfollow(member.sub, tag)
        return { tag, isFollowing: false }
      }
      if (!isTag(tag)) throw createTagError('A tag has letters or digits, and no blanks')
      const isFollowing = await tags.follow(member.sub, tag, now())
      if (!isFollowing) throw createTagError(`You can follow ${MAX_FOLLOWED_TAGS} tags`)
      return { tag, isFollowing }
    }),
  ]
}

/** Returns true for a text that `findFacets` can have found as a tag. */
const isTag = (tag: string): boolean =>
  /^[\p{L}\p{M}\p{N}_\u00b7\u30fb\u200c\u200d]{1,100}$/u.test(tag) && /\p{L}/u.test(tag)

const createTagError = (message: string): DomainError =>
  new DomainError('invalid_request', { fields: { tag: message }, fieldCodes: { tag: 'custom' } })
