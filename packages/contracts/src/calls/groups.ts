import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { GROUP_ROLES, MAX_GROUP_MEMBERS, PAGE_SIZE } from '../limits.ts'
import { GroupMessageView, GroupName, GroupView } from '../shapes/group.ts'
import { pageLimit, RevisionParameter } from '../shapes/list.ts'
import { MessageText } from '../shapes/new-message.ts'
import { Count, Id } from '../text.ts'

const GroupParams = z.object({ id: Id })
const GroupMemberParams = z.object({ id: Id, userId: Id })
const GroupResponse = z.object({ group: GroupView })
const Success = z.object({ ok: z.literal(true) })
const GroupMessagePage = z.object({ messages: z.array(GroupMessageView), hasMore: z.boolean(), rev: Count })

/** Members to invite. The member who invites is in the group already, so there is one place less than members. */
const InvitedIds = z
  .array(Id)
  .min(1, 'Choose somebody')
  .max(MAX_GROUP_MEMBERS - 1, `A group can have at most ${MAX_GROUP_MEMBERS} members`)

export const createGroup = defineCall({
  method: 'post',
  path: '/messages/groups',
  access: 'member',
  summary:
    'Creates a group, with the caller as its admin, and invites up to 49 mutual followers. They are members once they accept. `clientGroupId` identifies the group: a repeat returns the first one',
  status: 201,
  body: z.object({ name: GroupName, memberIds: InvitedIds, clientGroupId: Id.optional() }),
  response: GroupResponse,
})

export const listGroups = defineCall({
  method: 'get',
  path: '/messages/groups',
  access: 'member',
  summary: 'Lists the groups of the member and the invitations to groups, newest message first',
  response: z.object({ groups: z.array(GroupView) }),
})

export const getGroup = defineCall({
  method: 'get',
  path: '/messages/groups/:id',
  access: 'member',
  summary: 'Returns a group of the member, or one to which they are invited',
  params: GroupParams,
  response: GroupResponse,
})

export const renameGroup = defineCall({
  method: 'put',
  path: '/messages/groups/:id',
  access: 'member',
  summary: 'Changes the name of a group; for its admins',
  params: GroupParams,
  body: z.object({ name: GroupName }),
  response: GroupResponse,
})

export const acceptGroup = defineCall({
  method: 'post',
  path: '/messages/groups/:id/accept',
  access: 'member',
  summary: 'Accepts an invitation. The new member sees the messages since the invitation',
  params: GroupParams,
  response: GroupResponse,
})

export const inviteToGroup = defineCall({
  method: 'post',
  path: '/messages/groups/:id/members',
  access: 'member',
  summary:
    'Invites mutual followers of the caller to a group; for its admins. Those who are in it already stay as they are',
  params: GroupParams,
  body: z.object({ userIds: InvitedIds }),
  response: GroupResponse,
})

export const setGroupRole = defineCall({
  method: 'put',
  path: '/messages/groups/:id/members/:userId',
  access: 'member',
  summary: 'Makes a member of a group an admin, or an admin a member; for its admins',
  params: GroupMemberParams,
  body: z.object({ role: z.enum(GROUP_ROLES) }),
  response: GroupResponse,
})

export const removeFromGroup = defineCall({
  method: 'delete',
  path: '/messages/groups/:id/members/:userId',
  access: 'member',
  summary:
    'Leaves a group or declines its invitation (with the own id), or, for admins, removes a member or an invitation. When the last admin leaves, the member who joined first becomes one; with the last member the group is deleted',
  params: GroupMemberParams,
  response: Success,
})

export const listGroupMessages = defineCall({
  method: 'get',
  path: '/messages/groups/:id/messages',
  access: 'member',
  summary:
    'Lists the messages of a group, oldest first: the newest page, or the page before the message `before`. Messages across a block are left out',
  params: GroupParams,
  query: z.object({ before: Id.optional(), limit: pageLimit(PAGE_SIZE.messages) }),
  response: GroupMessagePage,
})

export const listGroupChanges = defineCall({
  method: 'get',
  path: '/messages/groups/:id/changes',
  access: 'member',
  summary: 'Lists the messages of a group that are new or deleted since a `rev`',
  params: GroupParams,
  query: z.object({ since: RevisionParameter }),
  response: GroupMessagePage,
})

export const sendGroupMessage = defineCall({
  method: 'post',
  path: '/messages/groups/:id/messages',
  access: 'member',
  summary: 'Sends a text to a group. `clientMessageId` identifies it: a repeat returns the first message',
  status: 201,
  params: GroupParams,
  body: z.object({ content: MessageText, clientMessageId: Id.optional() }),
  response: z.object({ message: GroupMessageView }),
})

export const deleteGroupMessage = defineCall({
  method: 'delete',
  path: '/messages/groups/:id/messages/:messageId',
  access: 'member',
  summary: 'Deletes a message of the member for all members of the group; a repeat changes nothing',
  params: z.object({ id: Id, messageId: Id }),
  response: Success,
})

export const readGroup = defineCall({
  method: 'put',
  path: '/messages/groups/:id/read',
  access: 'member',
  summary: 'Marks all messages of a group as read; returns the unread total of the member',
  params: GroupParams,
  response: z.object({ total: Count, changeSeq: Count, upToSeq: Count, rev: Count }),
})
