import type { EventDefinition, EventOf } from '@meadow/contracts'
import { type Handler, on } from '@meadow/events'

export type OnNews = { now: () => Date }

/** What happened longer ago is no news: after an outage whoever is connected has asked for what they missed. */
const NEWS_MS = 60_000

/** Pairs an event with what is told about it to whoever is connected now. Old ones are told to nobody. */
export const onNews = <D extends EventDefinition>(
  { now }: OnNews,
  definition: D,
  tell: (event: EventOf<D>) => void,
): Handler<unknown> =>
  on(definition, async (event: EventOf<D>) => {
    if (now().getTime() - new Date(event.time).getTime() <= NEWS_MS) tell(event)
  })
