import { type ApiResponse, type OutboxKind, type QueryClient, registerOutboxKind } from '@meadow/web'
import { queryKeys } from '../cache/query-keys.ts'
import { t } from './texts.ts'

type FollowTagActionData = { tag: string; isFollowing: boolean }

/** Follows or unfollows a tag. The later choice for a tag replaces the earlier one. */
export const followTagAction: OutboxKind<FollowTagActionData, ApiResponse<'POST /tags/:tag/follow'>> = {
  name: 'follow-tag',
  plan: ({ tag, isFollowing }) => ({
    lane: `tag ${tag}`,
    replaceKey: `follow tag ${tag}`,
    requests: [{ call: 'POST /tags/:tag/follow', params: { tag }, body: { state: isFollowing } }],
    description: t(isFollowing ? 'waiting.followTag' : 'waiting.unfollowTag', { tag }),
  }),
  isUndone: (earlier, later) => earlier.isFollowing !== later.isFollowing,
  show: (cache, { data: { tag, isFollowing } }) => cacheFollowedTag(cache, tag, isFollowing),
  hide: (cache, { data: { tag, isFollowing } }) => cacheFollowedTag(cache, tag, !isFollowing),
  isShownIn: ([subject]) => subject === 'tags',
  getSubject: ({ data: { tag } }) => `tag ${tag}`,
  settle: (cache, _entry, { tag, isFollowing }) => cacheFollowedTag(cache, tag, isFollowing),
  describeRefusal: (_refusal, { tag, isFollowing }) =>
    t(isFollowing ? 'tags.followFailed' : 'tags.unfollowFailed', { tag }),
  onRefusal: 'drop',
}
registerOutboxKind(followTagAction)

/** Stores in the cache that the viewer follows a tag, or no longer does. */
function cacheFollowedTag(cache: QueryClient, tag: string, isFollowing: boolean): void {
  cache.setQueryData<ApiResponse<'GET /tags/:tag'>>(queryKeys.tag(tag), (known) => known && { ...known, isFollowing })
  cache.setQueryData<ApiResponse<'GET /tags'>>(queryKeys.followedTags, (known) => {
    if (!known) return known
    const others = known.tags.filter((one) => one.tag !== tag)
    const tags = isFollowing ? [...others, { tag }] : others
    return { ...known, tags: tags.toSorted((one, other) => (one.tag < other.tag ? -1 : 1)) }
  })
}
