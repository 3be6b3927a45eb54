import { calls } from '@meadow/contracts'
import { MAX_FOLLOWED_TAGS } from '@meadow/contracts/limits'
import { toTag } from '@meadow/contracts/parse-search'
import { type AssertWordsAllowed, callerToViewer } from '@meadow/members'
import { type CallRoute, serve, type Throttle, toKeysetWindow, withThrottle } from '@meadow/service'
import { createMuteRuleReader, type MuteRuleDeps, readFilledPage } from '../muting/unmuted-posts.ts'
import { SEARCH_LIMIT } from '../search/post-search.ts'
import { toPostPage } from '../timelines/routes.ts'
import type { TagStore } from './tag.ts'
import { createTagError, requireTag } from './tag-name.ts'
import { createTrendReader } from './trends.ts'

export type TagRoutesDeps = MuteRuleDeps & {
  tags: TagStore
  assertWordsAllowed: AssertWordsAllowed
  throttle: Throttle
  now: () => Date
}

export function createTagRoutes(deps: TagRoutesDeps): CallRoute[] {
  const { tags, now } = deps
  const readMuteRules = createMuteRuleReader(deps)
  const readTrends = createTrendReader(deps)
  return [
    serve(calls.listTrends, async ({ query }) => {
      const trends = (await readTrends()).slice(0, query.limit)
      return { trends: trends.map(({ tag, postsCount, authorsCount }) => ({ tag, postsCount, authorsCount })) }
    }),

    serve(calls.listFollowedTags, async ({ member }) => {
      const [followed, used] = await Promise.all([tags.listFollowed(member.sub), tags.listUsed(member.sub)])
      return { tags: followed.map((tag) => ({ tag })), usedTags: used.map((tag) => ({ tag })) }
    }),

    serve(calls.getTag, ({ member, params }) =>
      withThrottle(deps.throttle, SEARCH_LIMIT, member.sub, async () => {
        const tag = toTag(params.tag)
        const [postsCount, isFollowing] = await Promise.all([tags.countPosts(tag), tags.isFollowed(member.sub, tag)])
        return { tag, postsCount, isFollowing }
      }),
    ),

    serve(calls.listTagPosts, async ({ member, params, query }) => {
      const viewer = callerToViewer(member)
      const tag = toTag(params.tag)
      const entries = await readFilledPage(
        toKeysetWindow(query),
        (window) => tags.listPosts(tag, viewer, window),
        (first) => readMuteRules(viewer, first, tag),
      )
      return toPostPage(entries, viewer, query.limit)
    }),

    serve(calls.followTag, async ({ member, params, body }) => {
      const tag = toTag(params.tag)
      if (body?.state === false) {
        await tags.unfollow(member.sub, tag)
        return { tag, isFollowing: false }
      }
      requireTag(tag)
      const isFollowing = await tags.follow(member.sub, tag, now())
      if (!isFollowing) throw createTagError(`You can follow ${MAX_FOLLOWED_TAGS} tags`)
      return { tag, isFollowing }
    }),
  ]
}
