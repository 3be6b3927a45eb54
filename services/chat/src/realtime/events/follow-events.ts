import { type EventOf, events } from '@meadow/contracts'
import type { EventHandler } from '@meadow/events'
import type { Push } from '../push/push-bus.ts'
import { onRecentEvent } from './recent-event.ts'

type FollowEvent = EventOf<typeof events.memberFollowed | typeof events.memberUnfollowed>

/** Creates the handlers that push a follow or unfollow to the other devices of the member who did it. */
export function createFollowEventHandlers({ push, now }: { push: Push; now: () => Date }): EventHandler<unknown>[] {
  const pushFollow = (isFollowing: boolean) => (event: FollowEvent) => {
    const { from, to, followerCount } = event.data
    const payload = { userId: to._id, isFollowing, followerCount }
    push({ to: { member: from._id }, name: 'followUpdated', payload })
  }

  return [
    onRecentEvent(now, events.memberFollowed, pushFollow(true)),
    onRecentEvent(now, events.memberUnfollowed, pushFollow(false)),
  ]
}
