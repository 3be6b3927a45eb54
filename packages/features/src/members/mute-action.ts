import type { MemberView } from '@meadow/contracts/browser'
import { type ApiResponse, type OutboxKind, registerOutboxKind } from '@meadow/web'
import { cacheMute, refetchWithMember, removeMutedMembers } from '../cache/cached-members.ts'
import { t } from './member-menu-texts.ts'

/** `until` is the end of the mute, or that of the mute that is taken back; null if it has none. */
export type MuteActionData = { member: MemberView; isMuted: boolean; until: string | null }

/** Mutes or unmutes a member. The later choice for a member replaces the earlier one. */
export const muteAction: OutboxKind<MuteActionData, ApiResponse<'POST /users/:id/mute'>> = {
  name: 'mute',
  plan: ({ member: { _id, username }, isMuted, until }) => ({
    lane: `member ${_id}`,
    replaceKey: `mute ${_id}`,
    requests: [
      { call: 'POST /users/:id/mute', params: { id: _id }, body: isMuted ? { state: true, until } : { state: false } },
    ],
    description: t(isMuted ? 'waiting.mute' : 'waiting.unmute', { username }),
  }),
  isUndone: (earlier, later) => earlier.isMuted !== later.isMuted && earlier.until === later.until,
  show(cache, { data: { member, isMuted, until } }) {
    cacheMute(cache, member, isMuted ? { until } : undefined)
    if (isMuted) removeMutedMembers(cache, new Set([member._id]))
  },
  hide(cache, { data: { member, isMuted, until } }) {
    cacheMute(cache, member, isMuted ? undefined : { until })
    if (isMuted) refetchWithMember(cache)
    else removeMutedMembers(cache, new Set([member._id]))
  },
  isShownIn: ([subject]) => subject === 'posts' || subject === 'people',
  getSubject: ({ data: { member } }) => `member ${member._id}`,
  settle(cache, { data: { member, until } }, { isMuted }) {
    cacheMute(cache, member, isMuted ? { until } : undefined)
    if (isMuted) removeMutedMembers(cache, new Set([member._id]))
    else refetchWithMember(cache)
  },
  describeRefusal: (_refusal, { isMuted, member: { username } }) =>
    t(isMuted ? 'member.muteFailed' : 'member.unmuteFailed', { username }),
  onRefusal: 'drop',
}
registerOutboxKind(muteAction)
