import type { GroupMessageView, GroupView } from '@meadow/contracts'
import { type MemberReadModel, readSharedSignals, type SignalSource } from '@meadow/members'
import { DomainError } from '@meadow/service'
import type { Message } from '../messages/message.ts'
import type { Group } from './group.ts'
import { getFromSeq, leaveOutHidden, listGroupMessages } from './group-messages.ts'
import type { GroupStore } from './group-store.ts'
import { type GroupViewer, isHiddenFrom, MAX_LISTED_MEMBERS, toGroupMessageView, toGroupView } from './group-view.ts'

export type ReadGroupsDeps = {
  groups: Pick<GroupStore, 'find' | 'findBlocks' | 'listMessages' | 'listChangedMessages' | 'listNewestMessages'>
  members: Pick<MemberReadModel, 'find' | 'findFollowed'> & SignalSource
  now: () => Date
}

/** A group that a viewer sees, with their relations to its members. */
type FoundGroup = { group: Group; viewer: GroupViewer }

const isMember = ({ members }: Group, { _id }: { _id: string }): boolean => members.some((member) => member._id === _id)

/** Finds the groups of a member, and the invitations of members whom they see: all, or the one with this id. */
export async function findGroups(deps: ReadGroupsDeps, memberId: string, groupId?: string): Promise<FoundGroup[]> {
  const groups = await deps.groups.find(memberId, groupId)
  if (groups.length === 0) return []
  const viewer = await readViewer(deps, memberId, groups)
  return groups
    .filter((group) => isMember(group, viewer) || isInvitedVisibly(group, viewer))
    .map((group) => ({ group, viewer }))
}

function isInvitedVisibly({ invitations }: Group, viewer: GroupViewer): boolean {
  const { invitedBy = '' } = invitations.find(({ _id }) => _id === viewer._id) ?? {}
  return viewer.members.get(invitedBy)?.state === 'active' && !isHiddenFrom(viewer, invitedBy)
}

/** Finds a group of the member. `isInvited`: or one to which they are invited. @throws not_found */
export async function findGroup(
  deps: ReadGroupsDeps,
  memberId: string,
  groupId: string,
  { isInvited = false } = {},
): Promise<FoundGroup> {
  const [found] = await findGroups(deps, memberId, groupId)
  if (!found || !(isInvited || isMember(found.group, found.viewer))) throw new DomainError('not_found')
  return found
}

async function readViewer(
  { groups, members, now }: ReadGroupsDeps,
  viewerId: string,
  found: readonly Group[],
): Promise<GroupViewer> {
  const ids = [
    ...new Set(
      found.flatMap((group) => [
        ...group.members.map(({ _id }) => _id),
        ...group.invitations.flatMap(({ _id, invitedBy }) => [_id, invitedBy]),
      ]),
    ),
  ]
  const others = ids.filter((id) => id !== viewerId)
  const [known, followedIds, blocks, shared] = await Promise.all([
    members.find(ids),
    members.findFollowed(viewerId, others),
    groups.findBlocks([viewerId], others),
    readSharedSignals(members, [viewerId, ...ids]),
  ])
  return {
    _id: viewerId,
    at: now(),
    members: known,
    followedIds,
    blockedIds: new Set(blocks.flatMap(({ from, to }) => (from === viewerId ? [to] : []))),
    blockerIds: new Set(blocks.flatMap(({ from, to }) => (to === viewerId ? [from] : []))),
    shared,
  }
}

/** Returns the views of groups, each with the newest message that the viewer sees. */
export async function toGroupViews(deps: ReadGroupsDeps, found: readonly FoundGroup[]): Promise<GroupView[]> {
  const own = found.filter(({ group, viewer }) => isMember(group, viewer))
  const views = await toGroupMessageViews(deps, found[0]?.viewer._id ?? '', await readNewest(deps, own))
  const byGroup = new Map(views.map((view) => [view.groupId, view]))
  return found.map(({ group, viewer }) => toGroupView(group, viewer, byGroup.get(group._id) ?? null))
}

/** Returns a view for a list, which has the first members only. */
export const toListedGroupView = (view: GroupView): GroupView => ({
  ...view,
  members: view.members.slice(0, MAX_LISTED_MEMBERS),
  invited: [],
})

/** Reads the newest message of each group. Only where that is hidden from the viewer are earlier ones read. */
async function readNewest({ groups }: ReadGroupsDeps, found: readonly FoundGroup[]): Promise<Message[]> {
  if (found.length === 0) return []
  const newest = await groups.listNewestMessages(found.map(({ group }) => group._id))
  const viewer = { _id: found[0]?.viewer._id ?? '' }
  const visible = await leaveOutHidden(groups, viewer, newest)
  const byGroup = new Map(visible.map((message) => [message.conversationId, message]))
  const messages = await Promise.all(
    found.map(async ({ group }) => {
      const message = byGroup.get(group._id)
      if (message && message.seq > getFromSeq(group, viewer)) return [message]
      return (await listGroupMessages(groups, group, viewer, { limit: 1 })).messages
    }),
  )
  return messages.flat()
}

/** Returns the views of messages of groups, with the members whom their notices name, but not those who block the viewer. */
export async function toGroupMessageViews(
  { members, groups }: ReadGroupsDeps,
  viewerId: string,
  messages: readonly Message[],
): Promise<GroupMessageView[]> {
  const ids = [...new Set(messages.flatMap(({ system }) => system?.memberId ?? []))]
  const blocks = ids.length === 0 ? [] : await groups.findBlocks(ids, [viewerId])
  const blockerIds = blocks.filter(({ to }) => to === viewerId).map(({ from }) => from)
  const named = new Map(ids.length === 0 ? [] : await members.find(ids))
  for (const id of blockerIds) named.delete(id)
  return messages.map((message) => toGroupMessageView(message, { _id: viewerId }, named))
}
