import type { EventDefinition, ReceivedEvent } from '@meadow/contracts'
import { type EventHandler, onEvent } from '@meadow/events'

/** Events older than this are not pushed: after an outage, connected clients have loaded what they missed. */
const MAX_EVENT_AGE_MS = 60_000

/** Creates an event handler that calls `handle` for recent events and skips older ones. */
export const onRecentEvent = <D extends EventDefinition>(
  now: () => Date,
  definition: D,
  handle: (event: ReceivedEvent<D>) => void,
): EventHandler<unknown> =>
  onEvent(definition, async (event: ReceivedEvent<D>) => {
    if (now().getTime() - new Date(event.time).getTime() <= MAX_EVENT_AGE_MS) handle(event)
  })
