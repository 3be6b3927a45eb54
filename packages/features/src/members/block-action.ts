import type { MemberView } from '@meadow/contracts/browser'
import { type ApiResponse, type OutboxKind, registerOutboxKind } from '@meadow/web'
import { cacheIsBlocked, refetchWithMember, removeCachedMember } from '../cache/cached-members.ts'
import { addWaitingCount, removeWaitingCount } from '../cache/waiting-counts.ts'
import { cacheIsFollowing } from './is-following.ts'
import { t } from './member-menu-texts.ts'

/** The member as they were, so that the list of blocked members shows them at once. */
export type BlockActionData = { member: MemberView; isBlocked: boolean }

/** Blocks or unblocks a member. The later choice for a member replaces the earlier one. */
export const blockAction: OutboxKind<BlockActionData, ApiResponse<'POST /users/:id/block'>> = {
  name: 'block',
  plan: ({ member: { _id, username }, isBlocked }) => ({
    lane: `member ${_id}`,
    replaceKey: `block ${_id}`,
    requests: [{ call: 'POST /users/:id/block', params: { id: _id }, body: { state: isBlocked } }],
    description: t(isBlocked ? 'waiting.block' : 'waiting.unblock', { username }),
  }),
  isUndone: (earlier, later) => earlier.isBlocked !== later.isBlocked,
  show(cache, { id, memberId, data: { member, isBlocked } }) {
    cacheIsBlocked(cache, member, isBlocked)
    if (!isBlocked) return
    removeCachedMember(cache, member._id)
    cacheIsFollowing(cache, member._id, false)
    if (member.isFollowing)
      addWaitingCount(
        cache,
        { actionId: id, memberId, count: 'followingCount', by: -1 },
        ({ following, followingCount }) => following.length === followingCount && !following.includes(member._id),
      )
  },
  hide(cache, { id, memberId, data: { member, isBlocked } }) {
    cacheIsBlocked(cache, member, !isBlocked)
    if (!isBlocked) return
    removeWaitingCount(cache, { actionId: id, memberId, count: 'followingCount', by: -1 })
    cacheIsFollowing(cache, member._id, member.isFollowing)
    refetchWithMember(cache)
  },
  isShownIn: ([subject]) => ['posts', 'people', 'alerts', 'chat'].includes(String(subject)),
  getSubject: ({ data: { member } }) => `member ${member._id}`,
  settle(cache, { data: { member } }, { isBlocked }) {
    cacheIsBlocked(cache, member, isBlocked)
    if (isBlocked) removeCachedMember(cache, member._id)
    else refetchWithMember(cache)
  },
  describeRefusal: (_refusal, { isBlocked, member: { username } }) =>
    t(isBlocked ? 'member.blockFailed' : 'member.unblockFailed', { username }),
  onRefusal: 'drop',
}
registerOutboxKind(blockAction)
