import { events } from '@meadow/contracts'
import { type Handler, on } from '@meadow/events'
import type { Bound } from './on-posts.ts'

/**
 * What members are told of follows, and what they may see no more or again. These come after the handlers of the read
 * model of members, so that it says already what the event says.
 */
export const memberActHandlers: Handler<Bound>[] = [
  on(events.memberFollowed, async (event, { known, acts }: Bound) => {
    if (!(await known.isNewFollow(event)) || !(await known.isWorthTelling(event))) return
    const { from, to } = event.data
    const at = new Date(event.time)
    await acts.tell([{ type: 'follow', to: to._id, from: from._id, at, postId: null, commentId: null, excerpt: '' }])
  }),
  on(events.memberUnfollowed, async (event, { known }: Bound) => void (await known.isNewFollow(event))),

  ...[events.memberDeactivated, events.memberReactivated, events.accountTold].map((account) =>
    on(account, ({ subject, time }, { acts }: Bound) => acts.applyPolicy({ actor: subject }, new Date(time))),
  ),
  ...[events.memberBlocked, events.memberUnblocked].map((block) =>
    on(block, ({ data: { from, to }, time }, { acts }: Bound) =>
      acts.applyPolicy({ between: [from._id, to._id] }, new Date(time)),
    ),
  ),
  on(events.edgeTold, async ({ subject, data: { kind, to }, time }, { acts }: Bound) => {
    if (kind === 'block') await acts.applyPolicy({ between: [subject, to] }, new Date(time))
  }),
  on(events.membersTold, ({ time }, { acts }: Bound) => acts.applyPolicy('everybody', new Date(time))),
  on(events.memberErased, async ({ subject, time }, { known, acts }: Bound) => {
    await known.forgetPostsOf(subject)
    await acts.removeMember(subject, new Date(time))
  }),
]
