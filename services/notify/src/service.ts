import { type Bus, createConsumer, type Outbox, createOutboxRelay, type ConsumerStore } from '@meadow/events'
import { createService, type Logger, type MetricsSource, type HealthProbe, type Service, type Verifier } from '@meadow/service'
import type { SharedState } from '@meadow/storage'
import type { NotifyHandlerDeps } from './triggers/on-posts.ts'
import { notifyEventHandlers } from './event-handlers.ts'
import type { NotificationRepository } from './notifications/notification-repository.ts'
import { createNotificationRoutes } from './notifications/routes.ts'
import type { PreferenceRepository } from './preferences/preference-repository.ts'
import { createPreferenceRoutes } from './preferences/routes.ts'

export type NotifyServiceDeps = {
  notifications: NotificationRepository
  preferences: PreferenceRepository
  outbox: Outbox
  store: ConsumerStore<NotifyHandlerDeps>
  ping: HealthProbe
  bus: Bus
  state: Pick<SharedState, 'ping'>
  verifier: Verifier
  /** Checks each response against its contract, for tests. @default false */
  validateResponses?: boolean | undefined
  measured?: MetricsSource[]
  log: Logger
  now: () => Date
}

/** Puts the notify service together. Nothing listens, consumes or relays before `start`. */
export function createNotifyService(deps: NotifyServiceDeps): Service {
  const { bus, log, measured = [], state, store, verifier } = deps
  const publishing = createOutboxRelay(deps)

  return createService({
    name: 'notify',
    validateResponses: deps.validateResponses,
    log,
    verifier,
    routes: [...createNotificationRoutes(deps), ...createPreferenceRoutes(deps)],
    backgroundTasks: [publishing, createConsumer({ name: 'notify', bus, store, handlers: notifyEventHandlers, log })],
    readinessProbes: { store: deps.ping },
    degradationProbes: { bus: () => bus.ping(), state: () => state.ping() },
    metricsSources: measured,
  })
}
