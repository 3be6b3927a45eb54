import { type Bus, consumer, type Outbox, relay, type Store } from '@meadow/events'
import { createService, type Logger, type Measured, type Probe, type Service, type Verifier } from '@meadow/service'
import type { SharedState } from '@meadow/storage'
import type { Bound } from './acts/on-posts.ts'
import { handlers } from './handlers.ts'
import type { NotificationRepository } from './notifications/notification-repository.ts'
import { notificationCalls } from './notifications/routes.ts'
import type { PreferenceRepository } from './preferences/preference-repository.ts'
import { preferenceCalls } from './preferences/routes.ts'

export type Parts = {
  notifications: NotificationRepository
  preferences: PreferenceRepository
  outbox: Outbox
  store: Store<Bound>
  ping: Probe
  bus: Bus
  state: Pick<SharedState, 'ping'>
  verifier: Verifier
  measured?: Measured[]
  log: Logger
  now: () => Date
}

/** Puts the notify service together. Nothing listens, consumes or relays before `start`. */
export function createNotifyService(parts: Parts): Service {
  const { bus, log, measured = [], state, verifier } = parts
  const publishing = relay(parts)
  const store: Store<Bound> = {
    async transaction(work) {
      const done = await parts.store.transaction(work)
      publishing.wake() // what was heard is told on at once
      return done
    },
  }

  return createService({
    name: 'notify',
    log,
    verifier,
    calls: [...notificationCalls({ ...parts, announced: publishing.wake }), ...preferenceCalls(parts)],
    background: [publishing, consumer({ name: 'notify', bus, store, handlers, log })],
    ready: { store: parts.ping },
    degraded: { bus: () => bus.ping(), state: () => state.ping() },
    measured,
  })
}
