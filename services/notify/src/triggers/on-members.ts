import { events } from '@meadow/contracts'
import { type EventHandler, onEvent } from '@meadow/events'
import type { NotifyHandlerDeps } from './on-posts.ts'

/**
 * Notify members of follows, update which actors they can see, and end the pushes of ended sessions. These handlers run after those of the members read
 * model, so that the read model contains the event already.
 */
export const memberTriggerHandlers: EventHandler<NotifyHandlerDeps>[] = [
  onEvent(events.memberFollowed, async (event, { deduplicator, writer }: NotifyHandlerDeps) => {
    if (!(await deduplicator.takeNewFollow(event)) || !(await deduplicator.claimFollowNotification(event))) return
    const { from, to } = event.data
    const at = new Date(event.time)
    await writer.notify([
      { type: 'follow', to: to._id, from: from._id, at, postId: null, commentId: null, excerpt: '' },
    ])
  }),
  onEvent(events.memberUnfollowed, async (event, { deduplicator }: NotifyHandlerDeps) => {
    await deduplicator.takeNewFollow(event)
  }),

  ...[events.memberDeactivated, events.memberReactivated, events.memberAccountSnapshot].map((definition) =>
    onEvent(definition, ({ subject, time }, { writer }: NotifyHandlerDeps) =>
      writer.updateVisibility({ actor: subject }, new Date(time)),
    ),
  ),
  ...[events.memberBlocked, events.memberUnblocked].map((definition) =>
    onEvent(definition, ({ data: { from, to }, time }, { writer }: NotifyHandlerDeps) =>
      writer.updateVisibility({ between: [from._id, to._id] }, new Date(time)),
    ),
  ),
  onEvent(events.memberEdgeSnapshot, async ({ subject, data: { kind, to }, time }, { writer }: NotifyHandlerDeps) => {
    if (kind === 'block') await writer.updateVisibility({ between: [subject, to] }, new Date(time))
  }),
  onEvent(events.membersSnapshotCompleted, ({ time }, { writer }: NotifyHandlerDeps) =>
    writer.updateVisibility('everyone', new Date(time)),
  ),
  onEvent(events.sessionEnded, ({ data }, { pushes }: NotifyHandlerDeps) => pushes.removeForSession(data.sessionId)),
  onEvent(events.sessionsEnded, ({ data }, { pushes }: NotifyHandlerDeps) => pushes.removeForSessions(data)),
  onEvent(events.memberErased, async ({ subject, time }, deps: NotifyHandlerDeps) => {
    const { deduplicator, erasures, writer, pushes } = deps
    const counts = {
      pushSubscriptions: await pushes.removeForMember(subject),
      posts: await deduplicator.forgetPostsOfMember(subject),
      ...(await writer.removeForMember(subject, new Date(time))),
    }
    await erasures.begin({ memberId: subject, keepsMessages: false, counts })
  }),
]
