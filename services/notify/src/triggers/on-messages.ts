import { events } from '@meadow/contracts'
import { type EventHandler, onEvent, onEventBatch } from '@meadow/events'
import type { NotifyHandlerDeps } from './on-posts.ts'

/** Queue pushes of messages, and close those that were read or deleted. The text of a message is not in its events. */
export const messageTriggerHandlers: EventHandler<NotifyHandlerDeps>[] = [
  onEventBatch(events.messageSent, async (batch, { members, pushes }: NotifyHandlerDeps) => {
    await members.upsertActors(batch.map(({ data }) => data.actor))
    await pushes.enqueueMessages(
      batch.map(({ data: { messageId, seq, messageType, actor, otherId }, time }) => ({
        id: messageId,
        seq,
        messageType,
        from: actor,
        memberId: otherId,
        at: new Date(time),
      })),
    )
  }),
  onEvent(events.messageRead, ({ data: { readerId, otherId, upToSeq }, time }, { pushes }: NotifyHandlerDeps) =>
    pushes.closeRead([{ memberId: readerId, senderId: otherId, upToSeq }], new Date(time)),
  ),
  onEvent(events.messageDeleted, ({ data: { messageId, otherId }, time }, { pushes }: NotifyHandlerDeps) =>
    pushes.closeRead([{ memberId: otherId, referenceIds: [messageId] }], new Date(time)),
  ),
]
