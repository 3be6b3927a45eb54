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
import type { SharedState } from '@meadow/storage'
import type { ConversationRepository } from './conversations/conversation-repository.ts'
import { conversationCalls } from './conversations/routes.ts'
import { mutualCalls } from './members/mutual-routes.ts'
import type { Mutuals } from './members/mutuals.ts'
import type { DeletionRepository } from './messages/delete-message.ts'
import { deleteCalls } from './messages/delete-routes.ts'
import type { EditRepository } from './messages/edit-message.ts'
import { editCalls } from './messages/edit-routes.ts'
import type { MessageRepository } from './messages/message-repository.ts'
import { messageCalls } from './messages/routes.ts'
import { messageViews } from './messages/view.ts'
import { pictureCalls, pictureRoutes } from './pictures/routes.ts'
import { showPicture } from './pictures/show-picture.ts'
import type { ReactionRepository } from './reactions/reaction-repository.ts'
import { reactionCalls } from './reactions/routes.ts'
import { createDeliveries } from './reading/deliveries.ts'
import type { ReadingRepository } from './reading/reading-repository.ts'
import { readingCalls } from './reading/routes.ts'
import { createRealtime, type RealtimeDeps } from './realtime/create-realtime.ts'
import { createPushBus } from './realtime/push/push-bus.ts'
import type { MessageSearch } from './search/message-search.ts'
import { threadCalls } from './threads/routes.ts'
import type { ThreadRepository } from './threads/thread-repository.ts'

/** The ports that event handlers get, bound to the transaction of the inbox. */
type ConsumerPorts = { members: MemberReadModel }

export type ChatServiceDeps = Omit<RealtimeDeps, 'pushBus' | 'canSendTyping' | 'onMessageReceived'> & {
  mutuals: Mutuals
  conversations: ConversationRepository
  messages: MessageRepository
  edits: EditRepository
  deletions: DeletionRepository
  reactions: ReactionRepository
  threads: ThreadRepository
  search: MessageSearch
  reading: ReadingRepository
  /** Where the pictures of messages lie, and what their addresses are signed with. */
  files: MediaStore
  pictureSecret: string
  removals: MediaRemovalQueue
  removeLater: (paths: readonly string[], due: Date) => Promise<void>
  outbox: Outbox
  store: ConsumerStore<ConsumerPorts>
  ping: HealthProbe
  bus: Bus
  state: Pick<SharedState, 'ping' | 'publish' | 'subscribe' | 'get' | 'set' | 'getMany' | 'compareAndSet'>
  metricsSources?: MetricsSource[]
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
  const deliveries = createDeliveries({ ...deps, push })
  const realtime = createRealtime({
    ...deps,
    pushBus,
    canSendTyping: (senderId, recipientId) => conversations.isOpen(recipientId, { _id: senderId }),
    onMessageReceived: (memberId, message) => deliveries.note(memberId, message.sender._id, message.seq),
  })
  const bound = {
    ...deps,
    push,
    presences: realtime.presences,
    toView: messageViews(showPicture(deps.pictureSecret, deps.now)),
    released: mediaCleanup.wake,
    noteDelivered: deliveries.note,
  }
  const handlers: EventHandler<ConsumerPorts>[] = [...memberEventHandlers, ...realtime.eventHandlers]

  return createService({
    name: 'chat',
    validateResponses: deps.validateResponses,
    log,
    verifier,
    routes: [
      ...conversationCalls(bound),
      ...readingCalls(bound),
      ...mutualCalls(bound),
      ...threadCalls(bound),
      ...reactionCalls(bound),
      ...editCalls(bound),
      ...deleteCalls(bound),
      ...pictureCalls(bound),
      ...messageCalls(bound), // last: its paths begin with an id
    ],
    routers: [pictureRoutes(deps)],
    socketServer: realtime.socketServer,
    backgroundTasks: [
      outboxRelay,
      deliveries,
      mediaCleanup,
      ...realtime.backgroundTasks,
      createConsumer({ name: 'chat', bus, store, handlers, log }),
    ],
    readinessProbes: { store: deps.ping },
    degradationProbes: { bus: () => bus.ping(), state: () => state.ping(), media: () => deps.files.ping() },
    metricsSources: deps.metricsSources ?? [],
  })
}
