import type { DomainEvent } from '@meadow/contracts'
import { handleOnce } from '../consumer/handle-once.ts'
import type { EventHandler } from '../consumer/handler.ts'
import { byType, readDelivery } from '../consumer/read-delivery.ts'
import type { ConsumerStore } from '../consumer/store.ts'

/** Runs events through a consumer as one batch, as the bus would. @throws what a handler throws */
export async function deliverEvents<Bound>(
  handlers: readonly EventHandler<Bound>[],
  store: ConsumerStore<Bound>,
  events: readonly DomainEvent[],
): Promise<void> {
  const handlersOf = byType(handlers)
  const tasks = events.map((event) => readDelivery(JSON.parse(JSON.stringify(event)), handlersOf))
  await handleOnce(
    'test',
    store,
    tasks.filter((task) => task !== undefined),
  )
}
