import type { DomainEvent } from '@meadow/contracts'
import { topicOf } from '../bus/bus.ts'
import type { ConsumerStore } from '../consumer/consumer-store.ts'
import { type EventHandler, groupHandlersByType, handleOnce, parseDelivery } from '../consumer/event-handler.ts'

/** Delivers events to a consumer's handlers as one batch, as the bus would. @throws the error of a handler */
export async function deliverEvents<Bound>(
  handlers: readonly EventHandler<Bound>[],
  store: ConsumerStore<Bound>,
  events: readonly DomainEvent[],
): Promise<void> {
  const handlersByType = groupHandlersByType(handlers)
  const tasks = events.map((event) =>
    parseDelivery({ topic: topicOf(event), event: JSON.parse(JSON.stringify(event)) }, handlersByType),
  )
  await handleOnce(
    'test',
    store,
    tasks.filter((task) => task !== undefined),
  )
}
