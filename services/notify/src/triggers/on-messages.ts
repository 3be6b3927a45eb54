import { type Actor, events } from '@meadow/contracts'
import { type EventHandler, onEvent, onEventBatch } from '@meadow/events'
import type { PushMessage } from '../push/push-payload.ts'
import type { NotifyHandlerDeps } from './on-posts.ts'

/** Queue pushes of messages, and close those that were read or deleted. The text of a message is not in its events. */
export const messageTriggerHandlers: EventHandler<NotifyHandlerDeps>[] = [
  onEventBatch(events.messageSent, async (batch, { members, pushes }: NotifyHandlerDeps) => {
    const loud = batch.filter(({ data }) => !data.isMuted)
    await enqueuePushes(
      { members, pushes },
      loud.map(({ data: { messageId, seq, messageType, actor, otherId }, time }) => ({
        id: messageId,
        seq,
        messageType,
        from: actor,
        memberId: otherId,
        at: new Date(time),
      })),
    )
  }),
  onEventBatch(events.groupMessageSent, (batch, deps: NotifyHandlerDeps) =>
    enqueuePushes(
      deps,
      batch.flatMap(({ data: { messageId, seq, messageType, actor, groupId, groupName, recipientIds }, time }) =>
        recipientIds.map((memberId) => ({
          id: messageId,
          seq,
          messageType,
          from: actor,
          memberId,
          at: new Date(time),
          group: { _id: groupId, name: groupName },
        })),
      ),
    ),
  ),
  onEventBatch(events.groupMembersInvited, (batch, deps: NotifyHandlerDeps) =>
    enqueuePushes(
      deps,
      batch.flatMap(({ data: { actor, groupId, groupName, memberIds }, time }) =>
        memberIds.map((memberId) => ({
          id: groupId,
          seq: 0,
          messageType: 'invitation',
          from: actor,
          memberId,
          at: new Date(time),
          group: { _id: groupId, name: groupName },
        })),
      ),
    ),
  ),
  onEventBatch(events.groupMessagesRead, (batch, { pushes }: NotifyHandlerDeps) =>
    pushes.closeRead(
      batch.map(({ data: { readerId, groupId, upToSeq } }) => ({ memberId: readerId, senderId: groupId, upToSeq })),
      findLatestTime(batch),
    ),
  ),
  onEvent(events.groupMessageDeleted, ({ data: { messageId, memberIds }, time }, { pushes }: NotifyHandlerDeps) =>
    pushes.closeRead(
      memberIds.map((memberId) => ({ memberId, referenceIds: [messageId] })),
      new Date(time),
    ),
  ),
  onEventBatch(events.messageRead, (batch, { pushes }: NotifyHandlerDeps) =>
    pushes.closeRead(
      batch.map(({ data: { readerId, otherId, upToSeq } }) => ({ memberId: readerId, senderId: otherId, upToSeq })),
      findLatestTime(batch),
    ),
  ),
  onEvent(events.messageDeleted, ({ data: { messageId, otherId }, time }, { pushes }: NotifyHandlerDeps) =>
    pushes.closeRead([{ memberId: otherId, referenceIds: [messageId] }], new Date(time)),
  ),
]

/** Queues pushes for those of their members who have a subscription; most have none. */
async function enqueuePushes(
  { members, pushes }: Pick<NotifyHandlerDeps, 'members' | 'pushes'>,
  messages: readonly (PushMessage & { from: Actor })[],
): Promise<void> {
  if (messages.length === 0) return
  const subscribed = await pushes.findSubscribedMembers([...new Set(messages.map(({ memberId }) => memberId))])
  const pushed = messages.filter(({ memberId }) => subscribed.has(memberId))
  if (pushed.length === 0) return
  await members.upsertActors(pushed.map(({ from }) => from))
  await pushes.enqueueMessages(pushed)
}

const findLatestTime = (batch: readonly { time: string }[]): Date =>
  new Date(Math.max(...batch.map(({ time }) => Date.parse(time))))
