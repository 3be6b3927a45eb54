import type { EventDefinition, ReceivedEvent } from '@meadow/contracts'
import { type EventHandler, onEventBatch } from '@meadow/events'
import { withTrace } from '@meadow/service'

/** Events older than this are not pushed: after an outage, connected clients have loaded what they missed. */
const MAX_EVENT_AGE_MS = 60_000

/** Creates an event handler that calls `handle` for recent events, each in its trace, and skips older ones. */
export const onRecentEvent = <D extends EventDefinition>(
  now: () => Date,
  definition: D,
  handle: (event: ReceivedEvent<D>) => void,
): EventHandler<unknown> =>
  onEventBatch(definition, async (events: readonly ReceivedEvent<D>[]) => {
    const oldest = now().getTime() - MAX_EVENT_AGE_MS
    for (const event of events)
      if (new Date(event.time).getTime() >= oldest) withTrace(event.traceparent, () => handle(event))
  })
