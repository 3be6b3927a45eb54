import type { GroupView, MemberView } from '@meadow/contracts/browser'
import {
  type OutboxKind,
  type OutboxRequest,
  type QueryClient,
  registerOutboxKind,
  useOutbox,
  useOutboxEntries,
  useSession,
} from '@meadow/web'
import { useCallback } from 'react'
import { cacheGroup, removeGroup, updateGroup } from './group-cache.ts'
import { groupKeys, isGroupQuery } from './group-keys.ts'
import { refetchGroup } from './group-pushes.ts'
import { t } from './texts.ts'

export type GroupMember = GroupView['members'][number]

/** A change that a member makes to a group. `leave` also declines an invitation. */
export type GroupChange =
  | { kind: 'accept' }
  | { kind: 'leave' }
  | { kind: 'rename'; name: string }
  | { kind: 'invite'; members: readonly MemberView[] }
  | { kind: 'role'; memberId: string; role: 'admin' | 'member' }
  | { kind: 'remove'; memberId: string }

/** `before` is the group as the member saw it. */
type GroupChangeData = { groupId: string; memberId: string; change: GroupChange; before: GroupView }

function toRequest({ groupId: id, memberId, change }: GroupChangeData): OutboxRequest {
  switch (change.kind) {
    case 'accept':
      return { call: 'POST /messages/groups/:id/accept', params: { id } }
    case 'rename':
      return { call: 'PUT /messages/groups/:id', params: { id }, body: { name: change.name } }
    case 'invite':
      return {
        call: 'POST /messages/groups/:id/members',
        params: { id },
        body: { userIds: change.members.map(({ _id }) => _id) },
      }
    case 'role':
      return {
        call: 'PUT /messages/groups/:id/members/:userId',
        params: { id, userId: change.memberId },
        body: { role: change.role },
      }
    default:
      return {
        call: 'DELETE /messages/groups/:id/members/:userId',
        params: { id, userId: change.kind === 'leave' ? memberId : change.memberId },
        doneCodes: ['not_found', 'member_not_found'],
      }
  }
}

/** Returns the key by which a later change replaces a waiting one, if there is one. */
function toReplaceKey({ groupId, change }: GroupChangeData): string | undefined {
  if (change.kind === 'accept' || change.kind === 'leave') return `group-membership ${groupId}`
  if (change.kind === 'rename') return `group-name ${groupId}`
  if (change.kind === 'role') return `group-role ${groupId} ${change.memberId}`
  return undefined
}

/** Returns a group after a change that waits. An invitation is accepted by the server alone, which then shows the messages. */
export function withGroupChange(group: GroupView, change: GroupChange): GroupView {
  switch (change.kind) {
    case 'rename':
      return { ...group, name: change.name }
    case 'role':
      return { ...group, members: withRole(group.members, change.memberId, change.role) }
    case 'invite': {
      const known = new Set([...group.members, ...group.invited].map(({ _id }) => _id))
      return { ...group, invited: [...group.invited, ...change.members.filter(({ _id }) => !known.has(_id))] }
    }
    case 'remove': {
      const members = group.members.filter(({ _id }) => _id !== change.memberId)
      const invited = group.invited.filter(({ _id }) => _id !== change.memberId)
      const isMember = members.length < group.members.length
      return { ...group, members, invited, memberCount: group.memberCount - (isMember ? 1 : 0) }
    }
    default:
      return group
  }
}

const withRole = (members: readonly GroupMember[], memberId: string, role: GroupMember['role']): GroupMember[] =>
  members.map((member) => (member._id === memberId ? { ...member, role } : member))

/** Returns a group after a change was taken back: what it changed is as it was `before`. */
export function withoutGroupChange(group: GroupView, change: GroupChange, before: GroupView): GroupView {
  switch (change.kind) {
    case 'rename':
      return { ...group, name: before.name }
    case 'role': {
      const role = before.members.find(({ _id }) => _id === change.memberId)?.role
      return role ? { ...group, members: withRole(group.members, change.memberId, role) } : group
    }
    case 'invite': {
      const wasInvited = new Set(before.invited.map(({ _id }) => _id))
      const isTakenBack = (id: string) => !wasInvited.has(id) && change.members.some(({ _id }) => _id === id)
      return { ...group, invited: group.invited.filter(({ _id }) => !isTakenBack(_id)) }
    }
    case 'remove': {
      const without = withGroupChange(group, change)
      const member = before.members.find(({ _id }) => _id === change.memberId)
      const invited = before.invited.find(({ _id }) => _id === change.memberId)
      return {
        ...without,
        members: member ? [...without.members, member] : without.members,
        invited: invited ? [...without.invited, invited] : without.invited,
        memberCount: member ? Math.min(before.memberCount, without.memberCount + 1) : without.memberCount,
      }
    }
    default:
      return group
  }
}

/** Changes a group or leaves it. */
const groupChangeAction: OutboxKind<GroupChangeData, { group?: GroupView }> = {
  name: 'group-change',
  plan: (data) => {
    const replaceKey = toReplaceKey(data)
    return {
      lane: `group ${data.groupId}`,
      requests: [toRequest(data)],
      ...(replaceKey !== undefined && { replaceKey }),
      description: t(`waiting.${data.change.kind}`, {
        group: data.change.kind === 'rename' ? data.change.name : data.before.name,
      }),
    }
  },
  merge: (earlier, later) => ({ ...later, before: earlier.before }), // the cache shows the earlier change already
  show(cache, { data: { groupId, change } }) {
    if (change.kind === 'leave') removeGroup(cache, groupId)
    else updateGroup(cache, groupId, (group) => withGroupChange(group, change))
  },
  hide(cache, { data: { groupId, change, before } }) {
    if (change.kind === 'leave') cacheGroup(cache, before)
    else updateGroup(cache, groupId, (group) => withoutGroupChange(group, change, before))
    void cache.invalidateQueries({ queryKey: groupKeys.list }) // another member may have made the same change
    void cache.invalidateQueries({ queryKey: groupKeys.group(groupId) })
  },
  isShownIn: isGroupQuery,
  getSubject: ({ data: { groupId } }) => `group ${groupId}`,
  settle: settleGroupChange,
  describeRefusal: ({ message }, { before }) => t('change.failed', { group: before.name, why: message }),
  onRefusal: 'drop',
}
registerOutboxKind(groupChangeAction)

function settleGroupChange(
  cache: QueryClient,
  { data: { groupId, change } }: { data: GroupChangeData },
  { group }: { group?: GroupView },
): void {
  if (change.kind === 'leave') {
    removeGroup(cache, groupId)
    return
  }
  if (group) cacheGroup(cache, group)
  if (change.kind === 'accept') void cache.invalidateQueries({ queryKey: groupKeys.messages(groupId) })
  refetchGroup(cache, groupId)
}

/** Returns a function that changes a group. The change is shown at once, and sent now or later. */
export function useChangeGroup(): (group: GroupView, change: GroupChange) => void {
  const outbox = useOutbox()
  const memberId = useSession().user?._id ?? ''
  return (group, change) => void outbox.add(groupChangeAction, { groupId: group._id, memberId, change, before: group })
}

/** Returns true while the acceptance of an invitation is on its way to the server. */
export const useIsJoining = (groupId: string): boolean =>
  useOutboxEntries(
    groupChangeAction,
    useCallback(
      ({ data, refusal }) => data.groupId === groupId && data.change.kind === 'accept' && !refusal,
      [groupId],
    ),
  ).length > 0
