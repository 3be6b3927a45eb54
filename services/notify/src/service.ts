import { type Bus, type ConsumerStore, createConsumer, createOutboxRelay, type Outbox } from '@meadow/events'
import { createMemberCleanup } from '@meadow/members'
import {
  createService,
  type HealthProbe,
  type Logger,
  type MetricsSource,
  type Service,
  type Verifier,
} from '@meadow/service'
import { isStoreOutage, type SharedState } from '@meadow/storage'
import { notifyEventHandlers } from './event-handlers.ts'
import { createNotificationCleanup } from './notifications/notification-cleanup.ts'
import type { NotificationRepository } from './notifications/notification-repository.ts'
import { createNotificationRoutes } from './notifications/routes.ts'
import type { PreferenceRepository } from './preferences/preference-repository.ts'
import { createPreferenceRoutes } from './preferences/routes.ts'
import type { NotifyHandlerDeps } from './triggers/on-posts.ts'
import { createProcessedActionCleanup } from './triggers/processed-action-cleanup.ts'
import type { ProcessedActionStore } from './triggers/processed-action-store.ts'

export type NotifyServiceDeps = {
  notifications: NotificationRepository
  preferences: PreferenceRepository
  processedActions: ProcessedActionStore
  outbox: Outbox
  consumerStore: ConsumerStore<NotifyHandlerDeps>
  pingStore: HealthProbe
  bus: Bus
  state: Pick<SharedState, 'ping'>
  verifier: Verifier
  /** Checks each response against its contract, for tests. @default false */
  validateResponses?: boolean | undefined
  metricsSources?: MetricsSource[]
  log: Logger
  now: () => Date
  newId: (at: Date) => string
}

/** Creates the notify service. Nothing listens, consumes or relays before `start`. */
export function createNotifyService(deps: NotifyServiceDeps): Service {
  const { bus, log, metricsSources = [], state, consumerStore, verifier } = deps
  const outboxRelay = createOutboxRelay(deps)

  return createService({
    name: 'notify',
    isOutage: isStoreOutage,
    validateResponses: deps.validateResponses,
    log,
    verifier,
    routes: [...createNotificationRoutes(deps), ...createPreferenceRoutes(deps)],
    backgroundTasks: [
      outboxRelay,
      createConsumer({ name: 'notify', bus, store: consumerStore, handlers: notifyEventHandlers, log, now: deps.now }),
      createMemberCleanup(deps),
      createNotificationCleanup(deps),
      createProcessedActionCleanup(deps),
    ],
    readinessProbes: { store: deps.pingStore },
    degradationProbes: { bus: () => bus.ping(), state: () => state.ping() },
    metricsSources,
  })
}
