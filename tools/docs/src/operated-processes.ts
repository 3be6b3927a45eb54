import { events, type Topic } from '@meadow/contracts'
import { memberEventHandlers } from '@meadow/members'
import { authEventHandlers } from '../../../services/auth/src/service.ts'
import {
  createMemberEventHandlers,
  createNotificationEventHandlers,
  createPostEventHandlers,
} from '../../../services/chat/src/realtime/events/live-events.ts'
import { notifyEventHandlers } from '../../../services/notify/src/event-handlers.ts'
import { postsEventHandlers } from '../../../services/posts/src/event-handlers.ts'
import { socialEventHandlers } from '../../../services/social/src/event-handlers.ts'

/** The dependencies of handlers that are only listed. A handler uses them when an event arrives. */
const NO_DEPENDENCIES = {} as never

const HANDLERS_BY_SERVICE = {
  auth: authEventHandlers,
  social: socialEventHandlers,
  posts: postsEventHandlers,
  notify: notifyEventHandlers,
  chat: [
    ...memberEventHandlers,
    ...createPostEventHandlers(NO_DEPENDENCIES),
    ...createNotificationEventHandlers(NO_DEPENDENCIES),
    ...createMemberEventHandlers(NO_DEPENDENCIES),
  ],
} as const

export type OperatedService = keyof typeof HANDLERS_BY_SERVICE
export const OPERATED_SERVICES = Object.keys(HANDLERS_BY_SERVICE) as OperatedService[]
export const OPERATED_FRONTENDS = ['shell', 'feed', 'profile', 'chat'] as const

/** An event with the services that publish or consume it. */
export type EventFlow = { type: string; topic: Topic; producers: readonly string[]; consumers: OperatedService[] }

/** Lists all events with their producers, and the consumers that have a handler for them. */
export const listEventFlows = (): EventFlow[] =>
  Object.values(events).map(({ type, topic, producers }) => ({
    type,
    topic,
    producers,
    consumers: OPERATED_SERVICES.filter((service) =>
      HANDLERS_BY_SERVICE[service].some(({ definition }) => definition.type === type),
    ),
  }))

const CONSUMER_METRICS = [
  'consumer_lag_events',
  'consumer_events_total',
  'consumer_batch_events',
  'consumer_dead_letters_total',
  'consumer_unknown_events_total',
  'consumer_missed_events_total',
  'consumer_paused',
]
const SERVICE_METRICS = [
  'outbox_events',
  'outbox_oldest_seconds',
  ...CONSUMER_METRICS,
  'service_degraded',
  'postgres_pool_connections',
  'postgres_pool_waiting',
  'transaction_queue_waiting',
  'transaction_queue_refused_total',
  'redis_connected',
]
const REQUEST_METRICS = ['http_request_duration_seconds', 'nodejs_eventloop_lag_p99_seconds']
const MONGODB_METRICS = ['mongodb_pool_connections', 'mongodb_pool_waiting']
const BATCH_METRICS = ['batch_size', 'batch_waiting']
const SESSION_METRICS = ['session_channel_resubscriptions_total']

const PUSH_METRICS = ['push_attempts_total', 'push_delay_seconds', 'push_queue_pushes', 'push_queue_oldest_seconds']

const ACCOUNT_METRICS = [
  'mail_attempts_total',
  'mail_queue_mails',
  'mail_queue_oldest_seconds',
  'erasure_overdue_parts',
]

/** The metrics of each process, beside `process_*` and `nodejs_*`. The front ends have none. */
export const METRICS_BY_PROCESS: Record<OperatedService | 'gateway', readonly string[]> = {
  gateway: [...REQUEST_METRICS, 'upstream_repeats_total', 'upstream_instances'],
  auth: [...REQUEST_METRICS, ...SERVICE_METRICS, ...ACCOUNT_METRICS],
  social: [...REQUEST_METRICS, ...SERVICE_METRICS, ...SESSION_METRICS],
  posts: [
    ...REQUEST_METRICS,
    ...SERVICE_METRICS,
    ...MONGODB_METRICS,
    ...SESSION_METRICS,
    ...BATCH_METRICS,
    'timelines_compared',
    'timelines_different',
    'counts_checked',
    'counts_repaired',
  ],
  notify: [...REQUEST_METRICS, ...SERVICE_METRICS, ...SESSION_METRICS, ...BATCH_METRICS, ...PUSH_METRICS],
  chat: [
    ...REQUEST_METRICS,
    ...SERVICE_METRICS,
    ...MONGODB_METRICS,
    ...SESSION_METRICS,
    ...BATCH_METRICS,
    'sockets_connected',
    'socket_messages_sent_total',
    'sockets_refused_total',
  ],
}
