import type { GroupMessageView, GroupView } from '@meadow/contracts/browser'
import { cacheUnreadMessageCount } from '@meadow/features'
import {
  type ApiResponse,
  type OutboxKind,
  registerOutboxKind,
  useOutbox,
  useQueryClient,
  useSession,
} from '@meadow/web'
import { useRef } from 'react'
import { t as chatText } from '../texts.ts'
import { updateGroup } from './group-cache.ts'
import { groupKeys, isGroupMessageQuery, isGroupQuery } from './group-keys.ts'
import { type GroupWindow, withGroupRead } from './group-window.ts'

type DeleteGroupMessageData = { message: GroupMessageView }

/** Deletes an own message for all members of a group. */
const deleteGroupMessageAction: OutboxKind<DeleteGroupMessageData> = {
  name: 'delete-group-message',
  plan: ({ message: { _id: messageId, groupId: id, content } }) => ({
    lane: `group ${id}`,
    requests: [
      {
        call: 'DELETE /messages/groups/:id/messages/:messageId',
        params: { id, messageId },
        doneCodes: ['message_not_found'],
      },
    ],
    replaceKey: `delete-message ${messageId}`,
    description: chatText('waiting.delete', { text: content }),
  }),
  show: (cache, { data: { message }, createdAt }) =>
    replaceMessage(cache, { ...message, content: '', deletedAt: message.deletedAt ?? createdAt }),
  hide: (cache, { data: { message } }) => replaceMessage(cache, message),
  isShownIn: (key) => isGroupMessageQuery(key) || isGroupQuery(key),
  getSubject: ({ data: { message } }) => `message ${message._id}`,
  settle: () => undefined, // it is shown as deleted already, and the push brings the rest
  describeRefusal: ({ message }) => chatText('delete.failed', { why: message }),
  onRefusal: 'drop',
}
registerOutboxKind(deleteGroupMessageAction)

/** Shows a message in another state, unless the server has changed it since. */
function replaceMessage(cache: ReturnType<typeof useQueryClient>, shown: GroupMessageView): void {
  cache.setQueryData<GroupWindow>(
    groupKeys.messages(shown.groupId),
    (known) =>
      known && {
        ...known,
        messages: known.messages.map((message) =>
          message._id === shown._id && message.rev <= shown.rev ? shown : message,
        ),
      },
  )
  updateGroup(cache, shown.groupId, (group) =>
    group.lastMessage?._id === shown._id && group.lastMessage.rev <= shown.rev
      ? { ...group, lastMessage: shown }
      : group,
  )
}

/** Returns a function that deletes an own message of a group, now or later. */
export function useDeleteGroupMessage(groupId: string): (messageId: string) => void {
  const outbox = useOutbox()
  const cache = useQueryClient()
  return (messageId) => {
    const { messages = [] } = cache.getQueryData<GroupWindow>(groupKeys.messages(groupId)) ?? {}
    const message = messages.find(({ _id }) => _id === messageId)
    if (message) void outbox.add(deleteGroupMessageAction, { message })
  }
}

type ReadGroupData = { groupId: string; seq: number }

/** Marks the messages of a group as read. */
const readGroupAction: OutboxKind<ReadGroupData, ApiResponse<'PUT /messages/groups/:id/read'>> = {
  name: 'read-group',
  plan: ({ groupId }) => ({
    lane: `read mark ${groupId}`,
    requests: [{ call: 'PUT /messages/groups/:id/read', params: { id: groupId } }],
    replaceKey: `read-mark ${groupId}`,
  }),
  show: (cache, { memberId, data: { groupId, seq } }) =>
    updateGroup(cache, groupId, (group) => withGroupRead(group, { readerId: memberId, upToSeq: seq }, memberId)),
  isShownIn: isGroupQuery,
  getSubject: ({ data: { groupId } }) => `read mark ${groupId}`,
  settle(cache, { memberId, data: { groupId } }, { total, changeSeq, upToSeq }) {
    updateGroup(cache, groupId, (group) => withGroupRead(group, { readerId: memberId, upToSeq }, memberId))
    cacheUnreadMessageCount(cache, { count: total, changeSeq })
  },
  describeRefusal: () => '', // members need not know
  onRefusal: 'drop',
}
registerOutboxKind(readGroupAction)

/** Returns a function that marks all messages of a group as read. */
export function useMarkWholeGroupRead(): (group: Pick<GroupView, '_id' | 'seq'>) => void {
  const outbox = useOutbox()
  return ({ _id: groupId, seq }) => void outbox.add(readGroupAction, { groupId, seq })
}

/** Returns a function that marks a group as read, once its newest message was on the screen. */
export function useMarkGroupRead(group: GroupView): (seen: { seq: number }) => void {
  const outbox = useOutbox()
  const { status } = useSession()
  const markedSeq = useRef(0)
  const { _id: groupId, unreadCount, seq: newestSeq, lastMessage } = group
  return ({ seq }) => {
    const isNewest = seq >= (lastMessage?.seq ?? newestSeq)
    if (status !== 'authenticated' || unreadCount === 0 || !isNewest || seq <= markedSeq.current) return
    markedSeq.current = seq
    void outbox.add(readGroupAction, { groupId, seq: Math.max(seq, newestSeq) })
  }
}
