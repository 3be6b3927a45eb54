import { calls } from '@meadow/contracts'
import { type CallRoute, DomainError, serve } from '@meadow/service'
import {
  acceptGroup,
  createGroup,
  inviteToGroup,
  readGroupView,
  removeFromGroup,
  renameGroup,
  setGroupRole,
} from './change-groups.ts'
import { listGroupChanges, listGroupMessages } from './group-messages.ts'
import { findGroup, findGroups, toGroupMessageViews, toGroupViews, toListedGroupView } from './read-groups.ts'
import { deleteGroupMessage, readGroup, sendGroupMessage, type WriteGroupMessagesDeps } from './write-group-messages.ts'

export function createGroupRoutes(deps: WriteGroupMessagesDeps): CallRoute[] {
  const { groups, readMessages } = deps

  /** Returns the `seq` of a message of the group. @throws message_not_found */
  async function findSeq(groupId: string, messageId: string): Promise<number> {
    const [message] = await readMessages([messageId])
    if (message?.conversationId !== groupId) throw new DomainError('message_not_found')
    return message.seq
  }

  return [
    serve(calls.createGroup, async ({ member, body }) => ({ group: await createGroup(deps, member, body) })),

    serve(calls.listGroups, async ({ member }) => ({
      groups: (await toGroupViews(deps, await findGroups(deps, member.sub))).map(toListedGroupView),
    })),

    serve(calls.getGroup, async ({ member, params }) => ({ group: await readGroupView(deps, member.sub, params.id) })),

    serve(calls.renameGroup, async ({ member, params, body }) => ({
      group: await renameGroup(deps, member, params.id, body.name),
    })),

    serve(calls.acceptGroup, async ({ member, params }) => ({ group: await acceptGroup(deps, member, params.id) })),

    serve(calls.inviteToGroup, async ({ member, params, body }) => ({
      group: await inviteToGroup(deps, member, params.id, body.userIds),
    })),

    serve(calls.setGroupRole, async ({ member, params, body }) => ({
      group: await setGroupRole(deps, member, params.id, { memberId: params.userId, role: body.role }),
    })),

    serve(calls.removeFromGroup, async ({ member, params }) => {
      await removeFromGroup(deps, member, params.id, params.userId)
      return { ok: true as const }
    }),

    serve(calls.listGroupMessages, async ({ member, params, query }) => {
      const { group, viewer } = await findGroup(deps, member.sub, params.id)
      const beforeSeq = query.before === undefined ? undefined : await findSeq(group._id, query.before)
      const { messages, hasMore } = await listGroupMessages(groups, group, viewer, { limit: query.limit, beforeSeq })
      return { messages: await toGroupMessageViews(deps, viewer._id, messages), hasMore, rev: group.rev }
    }),

    serve(calls.listGroupChanges, async ({ member, params, query }) => {
      const { group, viewer } = await findGroup(deps, member.sub, params.id)
      const { messages, hasMore, rev } = await listGroupChanges(groups, group, viewer, query.since)
      return { messages: await toGroupMessageViews(deps, viewer._id, messages), hasMore, rev }
    }),

    serve(calls.sendGroupMessage, async ({ member, params, body }) => ({
      message: await sendGroupMessage(deps, member, params.id, body),
    })),

    serve(calls.deleteGroupMessage, async ({ member, params }) => {
      await deleteGroupMessage(deps, member, { groupId: params.id, messageId: params.messageId })
      return { ok: true as const }
    }),

    serve(calls.readGroup, ({ member, params }) => readGroup(deps, member, params.id)),
  ]
}
