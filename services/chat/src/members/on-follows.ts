import { type EventOf, events } from '@meadow/contracts'
import type { Handler } from '@meadow/events'
import type { Tell } from '../hints/hint.ts'
import { type OnNews, onNews } from '../hints/on-news.ts'

type Parts = OnNews & { tell: Tell }
type Edge = EventOf<typeof events.memberFollowed | typeof events.memberUnfollowed>

/** Whom a member follows, as their own sockets hear of it. */
export function followHandlers({ tell, now }: Parts): Handler<unknown>[] {
  const tellOwn = (isFollowing: boolean) => (event: Edge) => {
    const { from, to, followerCount } = event.data
    const payload = { userId: to._id, isFollowing, followerCount }
    tell({ to: { member: from._id }, name: 'followUpdated', payload })
  }

  return [
    onNews({ now }, events.memberFollowed, tellOwn(true)),
    onNews({ now }, events.memberUnfollowed, tellOwn(false)),
  ]
}
