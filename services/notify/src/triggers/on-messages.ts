import { events } from '@meadow/contracts'
import { type EventHandler, onEvent, onEventBatch } from '@meadow/events'
import type { NotifyHandlerDeps } from './on-posts.ts'

/** Queue pushes of messages, and close those that were read or deleted. The text of a message is not in its events. */
export const messageTriggerHandlers: EventHandler<NotifyHandlerDeps>[] = [
  onEventBatch(events.messageSent, async (batch, { members, pushes }: NotifyHandlerDeps) => {
    const loud = batch.filter(({ data }) => !data.isMuted)
    if (loud.length === 0) return
    const subscribed = await pushes.findSubscribedMembers(loud.map(({ data }) => data.otherId))
    const pushed = loud.filter(({ data }) => subscribed.has(data.otherId)) // most members have no subscription
    if (pushed.length === 0) return
    await members.upsertActors(pushed.map(({ data }) => data.actor))
    await pushes.enqueueMessages(
      pushed.map(({ data: { messageId, seq, messageType, actor, otherId }, time }) => ({
        id: messageId,
        seq,
        messageType,
        from: actor,
        memberId: otherId,
        at: new Date(time),
      })),
    )
  }),
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

const findLatestTime = (batch: readonly { time: string }[]): Date =>
  new Date(Math.max(...batch.map(({ time }) => Date.parse(time))))
