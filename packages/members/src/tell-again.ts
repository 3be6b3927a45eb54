import { type DomainEvent, events } from '@meadow/contracts'
import { announce, type Handler, on } from '@meadow/events'
import { newId } from '@meadow/service'

/** What an owner has to tell about members, bound to a transaction. */
export type Telling = {
  /** All of it as it is now, a page at a time. */
  pages(): AsyncIterable<readonly DomainEvent[]>
  /** Puts events into the owner's outbox. */
  append(events: readonly DomainEvent[]): Promise<void>
}

/**
 * The owner's answer when it is asked: all it has, then that this was all, in one transaction. Whatever changes meanwhile
 * is told by its own event with a higher version.
 */
export const tellAgain = (owner: 'auth' | 'social'): Handler<{ telling: Telling }> =>
  on(events.membersAsked, async ({ subject }, { telling }: { telling: Telling }) => {
    for await (const page of telling.pages()) await telling.append(page)
    const time = new Date()
    await telling.append([
      announce(events.membersTold, { source: owner, subject, data: { owner }, id: newId(time), time }),
    ])
  })
