import { calls } from '@meadow/contracts'
import { type Bus, type ConsumerStore, createConsumer, createOutboxRelay, type Outbox } from '@meadow/events'
import type { MediaStore } from '@meadow/media'
import {
  createMemberCleanup,
  createMemberErasureTask,
  createMemberExportTask,
  type OwnDataReader,
} from '@meadow/members'
import {
  createService,
  createThrottle,
  type HealthProbe,
  type Logger,
  type MetricsSource,
  type Service,
  serve,
  type Verifier,
} from '@meadow/service'
import { isStoreOutage, type SharedState } from '@meadow/storage'
import type { PushOptions } from './config.ts'
import { notifyEventHandlers } from './event-handlers.ts'
import { createNotificationCleanup } from './notifications/notification-cleanup.ts'
import type { NotificationRepository } from './notifications/notification-repository.ts'
import { createNotificationRoutes } from './notifications/routes.ts'
import type { PreferenceRepository } from './preferences/preference-repository.ts'
import { createPreferenceRoutes } from './preferences/routes.ts'
import { createVapidKeyRotation } from './push/keys/vapid-key-rotation.ts'
import type { VapidKeyStore } from './push/keys/vapid-key-store.ts'
import { createVapidKeys } from './push/keys/vapid-keys.ts'
import type { PushQueue } from './push/queue/push-queue.ts'
import { createVapidAuthorization } from './push/sending/create-push-request.ts'
import type { PushClient } from './push/sending/push-client.ts'
import { createPushSender } from './push/sending/push-sender.ts'
import { createPushCleanup } from './push/subscriptions/push-cleanup.ts'
import type { PushSubscriptionRepository } from './push/subscriptions/push-subscription-repository.ts'
import { createPushRoutes } from './push/subscriptions/routes.ts'
import type { NotifyHandlerDeps } from './triggers/on-posts.ts'
import { createProcessedActionCleanup } from './triggers/processed-action-cleanup.ts'
import type { ProcessedActionStore } from './triggers/processed-action-store.ts'

const DAY_MS = 86_400_000

export type NotifyServiceDeps = {
  notifications: NotificationRepository
  preferences: PreferenceRepository
  ownData: OwnDataReader
  /** The store of exports. @default this installation makes none */
  exportFiles?: MediaStore | undefined
  processedActions: ProcessedActionStore
  pushSubscriptions: PushSubscriptionRepository
  pushQueue: PushQueue
  vapidKeyStore: VapidKeyStore
  pushClient: PushClient
  pushOptions: PushOptions
  outbox: Outbox
  consumerStore: ConsumerStore<NotifyHandlerDeps>
  pingStore: HealthProbe
  bus: Bus
  state: Pick<SharedState, 'ping' | 'increment'>
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
  const { pushClient: client, pushQueue: queue, pushOptions } = deps
  const outboxRelay = createOutboxRelay(deps)
  const vapidKeys = createVapidKeys({
    store: deps.vapidKeyStore,
    encryption: pushOptions.keyEncryption,
    maxAgeMs: pushOptions.keyDays * DAY_MS,
  })
  const authorize = createVapidAuthorization(pushOptions.subject)
  const throttle = createThrottle({ state, log, now: deps.now })

  const wokenTasks = [
    createMemberErasureTask({ ...deps, service: 'notify' }),
    createMemberExportTask({ ...deps, exportFiles: deps.exportFiles, service: 'notify' }),
  ]
  return createService({
    name: 'notify',
    isOutage: isStoreOutage,
    validateResponses: deps.validateResponses,
    log,
    verifier,
    routes: [
      serve(calls.getNotificationData, ({ member }) => deps.ownData.count(member.sub)),
      ...createNotificationRoutes(deps),
      ...createPreferenceRoutes(deps),
      ...createPushRoutes({ ...deps, vapidKeys, throttle }),
    ],
    backgroundTasks: [
      outboxRelay,
      createVapidKeyRotation({ vapidKeys, log }),
      createPushSender({ client, queue, vapidKeys, authorize, log, now: deps.now }),
      createConsumer({
        name: 'notify',
        bus,
        store: consumerStore,
        handlers: notifyEventHandlers,
        wokenTasks,
        log,
        now: deps.now,
      }),
      ...wokenTasks,
      createMemberCleanup(deps),
      createNotificationCleanup(deps),
      createProcessedActionCleanup(deps),
      createPushCleanup(deps),
    ],
    readinessProbes: { store: deps.pingStore },
    degradationProbes: { bus: () => bus.ping(), state: () => state.ping() },
    metricsSources,
  })
}
