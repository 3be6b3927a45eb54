import {
  type Bus,
  type ConsumerStore,
  createConsumer,
  createOutboxRelay,
  type EventHandler,
  type Outbox,
} from '@meadow/events'
import { createMediaCleanup, type MediaRemovalQueue, type MediaStore } from '@meadow/media'
import { type MemberReadModel, memberEventHandlers } from '@meadow/members'
import { createService, type HealthProbe, type MetricsSource, type Service } from '@meadow/service'
import { isStoreOutage, type SharedState } from '@meadow/storage'
import type { ConversationRepository } from './conversations/conversation-repository.ts'
import { createConversationRoutes } from './conversations/routes.ts'
import type { MutualFollowerList } from './members/mutual-follower-list.ts'
import { createMutualFollowerRoutes } from './members/mutual-routes.ts'
import type { MessageHistory } from './messages/history/message-history.ts'
import type { MessageRepository } from './messages/message-repository.ts'
import { createToMessageView } from './messages/message-view.ts'
import { createMessageRoutes } from './messages/routes.ts'
import { createToPictureView } from './pictures/picture-view.ts'
import { createPictureFileRouter, createPictureUploadRoutes } from './pictures/routes.ts'
import type { ReactionRepository } from './reactions/reaction-repository.ts'
import { createReactionRoutes } from './reactions/routes.ts'
import { createRealtime, type RealtimeDeps } from './realtime/create-realtime.ts'
import { createPushBus } from './realtime/push/push-bus.ts'
import { createDeliveryRecorder } from './receipts/delivery-receipts.ts'
import type { ReceiptRepository } from './receipts/receipt-repository.ts'
import { createReceiptRoutes } from './receipts/routes.ts'
import type { MessageSearch } from './search/message-search.ts'
import { createThreadRoutes } from './threads/routes.ts'
import type { ThreadRepository } from './threads/thread-repository.ts'

/** The ports that event handlers get, bound to the transaction of the inbox. */
type ConsumerPorts = { members: MemberReadModel }

export type ChatServiceDeps = Omit<RealtimeDeps, 'pushBus' | 'canSendTyping' | 'onMessageReceived'> & {
  mutualFollowers: MutualFollowerList
  conversations: ConversationRepository
  messages: MessageRepository
  history: MessageHistory
  reactions: ReactionRepository
  threads: ThreadRepository
  search: MessageSearch
  receipts: ReceiptRepository
  /** Stores the pictures of messages. */
  files: MediaStore
  /** Signs the URLs of pictures. */
  pictureSecret: string
  removals: MediaRemovalQueue
  queueMediaRemovals: (paths: readonly string[], dueAt: Date) => Promise<void>
  outbox: Outbox
  store: ConsumerStore<ConsumerPorts>
  ping: HealthProbe
  bus: Bus
  state: Pick<SharedState, 'ping' | 'publish' | 'subscribe' | 'get' | 'set' | 'getMany' | 'compareAndSet'>
  metricsSources?: MetricsSource[]
  newId: (at: Date) => string
  /** Checks each response against its contract, for tests. @default false */
  validateResponses?: boolean | undefined
}

/** Creates the chat service. Nothing listens or consumes before `start`. */
export function createChatService(deps: ChatServiceDeps): Service {
  const { bus, conversations, log, state, store, verifier } = deps
  const pushBus = createPushBus(deps)
  const { push } = pushBus
  const outboxRelay = createOutboxRelay(deps)
  const mediaCleanup = createMediaCleanup(deps)
  const deliveryRecorder = createDeliveryRecorder({ ...deps, push })
  const { recordDelivery } = deliveryRecorder
  const realtime = createRealtime({
    ...deps,
    pushBus,
    canSendTyping: (senderId, recipientId) => conversations.isOpen(recipientId, { _id: senderId }),
    onMessageReceived: (memberId, message) => recordDelivery(memberId, message.sender._id, message.seq),
  })
  const routeDeps = {
    ...deps,
    push,
    presences: realtime.presences,
    toMessageView: createToMessageView(createToPictureView(deps.pictureSecret, deps.now)),
    wakeMediaCleanup: mediaCleanup.wake,
    recordDelivery,
  }
  const handlers: EventHandler<ConsumerPorts>[] = [...memberEventHandlers, ...realtime.eventHandlers]

  return createService({
    name: 'chat',
    isOutage: isStoreOutage,
    validateResponses: deps.validateResponses,
    log,
    verifier,
    routes: [
      ...createConversationRoutes(routeDeps),
      ...createReceiptRoutes(routeDeps),
      ...createMutualFollowerRoutes(routeDeps),
      ...createThreadRoutes(routeDeps),
      ...createReactionRoutes(routeDeps),
      ...createPictureUploadRoutes(routeDeps),
      ...createMessageRoutes(routeDeps), // last: its paths begin with an id
    ],
    routers: [createPictureFileRouter(deps)],
    socketServer: realtime.socketServer,
    backgroundTasks: [
      outboxRelay,
      deliveryRecorder,
      mediaCleanup,
      ...realtime.backgroundTasks,
      createConsumer({ name: 'chat', bus, store, handlers, log }),
    ],
    readinessProbes: { store: deps.ping },
    degradationProbes: { bus: () => bus.ping(), state: () => state.ping(), media: () => deps.files.ping() },
    metricsSources: deps.metricsSources ?? [],
  })
}
