import { events } from '@meadow/contracts'
import { type Handler, on } from '@meadow/events'
import { type Owner, type Telling, told } from './telling.ts'

/**
 * The owner's answer when it is asked: all it has, then that this was all, in one transaction. Whatever changes meanwhile
 * is told by its own event with a higher version.
 */
export const tellAgain = (owner: Owner): Handler<{ telling: Telling }> =>
  on(events.membersAsked, async ({ subject }, { telling }: { telling: Telling }) => {
    for await (const page of telling.pages()) await telling.append(page)
    await telling.append([told(events.membersTold, owner, subject, { owner })])
  })
