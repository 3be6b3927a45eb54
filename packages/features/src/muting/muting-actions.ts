import { type ApiResponse, type OutboxKind, type QueryClient, registerOutboxKind } from '@meadow/web'
import {
  cachePostMute,
  cacheTagMute,
  type MutedPost,
  mutingKeys,
  refetchMuted,
  removePostFromFeeds,
  removeTagFromFeeds,
  restoreToFeeds,
} from './muted-content.ts'
import { t } from './texts.ts'

/** `until` is the end of the mute, or that of the mute that is taken back; null if it has none. */
type MuteChange = { isMuted: boolean; until: string | null }

/** `shown` is missing where the page does not know the post. */
export type MutePostActionData = MuteChange & { postId: string; shown?: MutedPost | undefined }
export type MuteTagActionData = MuteChange & { tag: string }

const isTakenBack = (earlier: MuteChange, later: MuteChange) =>
  earlier.isMuted !== later.isMuted && earlier.until === later.until

const toBody = ({ isMuted, until }: MuteChange) => (isMuted ? { state: true, until } : { state: false })

const isShownIn = ([subject]: readonly unknown[]) => subject === 'posts' || subject === mutingKeys.all[0]

const describeRefusal = ({ code, message }: { code: string; message: string }, { isMuted }: MuteChange) =>
  code === 'content_mute_limit_reached' ? message : t(isMuted ? 'muting.failed' : 'muting.unmuteFailed')

/** Mutes or unmutes a post with its comments. The later choice for a post replaces the earlier one. */
export const mutePostAction: OutboxKind<MutePostActionData, ApiResponse<'POST /posts/:id/mute'>> = {
  name: 'mute-post',
  plan: ({ postId, ...change }) => ({
    lane: `post ${postId}`,
    replaceKey: `mute post ${postId}`,
    requests: [{ call: 'POST /posts/:id/mute', params: { id: postId }, body: toBody(change) }],
    description: t(change.isMuted ? 'waiting.muteThread' : 'waiting.unmuteThread'),
  }),
  isUndone: isTakenBack,
  show: (cache, { data, memberId }) => showPostMute(cache, data, memberId),
  hide(cache, { data, memberId }) {
    showPostMute(cache, { ...data, isMuted: !data.isMuted }, memberId)
    if (data.isMuted) refetchMuted(cache)
  },
  isShownIn,
  getSubject: ({ data: { postId } }) => `post ${postId}`,
  settle(cache, { data, memberId }, { isMuted }) {
    showPostMute(cache, { ...data, isMuted }, memberId)
    if (!isMuted) refetchMuted(cache)
  },
  describeRefusal,
  onRefusal: 'drop',
}
registerOutboxKind(mutePostAction)

function showPostMute(cache: QueryClient, data: MutePostActionData, viewerId: string): void {
  const { postId, isMuted, until, shown } = data
  cachePostMute(cache, postId, isMuted ? { until } : undefined)
  if (isMuted) removePostFromFeeds(cache, postId, viewerId)
  else if (shown) restoreToFeeds(cache, shown)
}

/** Mutes or unmutes a tag. The later choice for a tag replaces the earlier one. */
export const muteTagAction: OutboxKind<MuteTagActionData, ApiResponse<'POST /tags/:tag/mute'>> = {
  name: 'mute-tag',
  plan: ({ tag, ...change }) => ({
    lane: `tag ${tag}`,
    replaceKey: `mute tag ${tag}`,
    requests: [{ call: 'POST /tags/:tag/mute', params: { tag }, body: toBody(change) }],
    description: t(change.isMuted ? 'waiting.muteTag' : 'waiting.unmuteTag', { tag }),
  }),
  isUndone: isTakenBack,
  show: (cache, { data, memberId }) => showTagMute(cache, data, memberId),
  hide(cache, { data, memberId }) {
    showTagMute(cache, { ...data, isMuted: !data.isMuted }, memberId)
    refetchMuted(cache)
  },
  isShownIn,
  getSubject: ({ data: { tag } }) => `tag ${tag}`,
  settle(cache, { data, memberId }, { isMuted }) {
    showTagMute(cache, { ...data, isMuted }, memberId)
    refetchMuted(cache)
  },
  describeRefusal,
  onRefusal: 'drop',
}
registerOutboxKind(muteTagAction)

function showTagMute(cache: QueryClient, { tag, isMuted, until }: MuteTagActionData, viewerId: string): void {
  cacheTagMute(cache, tag, isMuted ? { until } : undefined)
  if (isMuted) removeTagFromFeeds(cache, tag, viewerId)
}
