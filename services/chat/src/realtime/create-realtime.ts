import { randomUUID } from 'node:crypto'
import type { EventHandler } from '@meadow/events'
import { createPresenceReader, type MemberReadModel, type PresenceReader } from '@meadow/members'
import type { AttachableServer, BackgroundTask } from '@meadow/service'
import type { SharedState } from '@meadow/storage'
import { createSocketMetrics } from './connections/socket-metrics.ts'
import { createSocketServer, type SocketServerDeps } from './connections/socket-server.ts'
import {
  createMemberEventHandlers,
  createNotificationEventHandlers,
  createPostEventHandlers,
} from './events/live-events.ts'
import type {
  CanSendTyping,
  CheckPushPayload,
  OnMessageReceived,
  PresenceAudience,
  RelationshipLookup,
  SendText,
} from './ports.ts'
import { createFindConnectedInstances } from './presence/connected-instances.ts'
import { createPresencePublisher } from './presence/presence-publisher.ts'
import { createPresenceTracker, type PresenceTimings } from './presence/presence-tracker.ts'
import type { PeerTimings } from './push/known-peers.ts'
import { createPeerFanOut } from './push/peer-fan-out.ts'
import type { PushBus } from './push/push-bus.ts'
import { createPushDelivery } from './push/push-delivery.ts'
import { createRedisChannels } from './push/redis-channels.ts'
import { createSharedStateChannels } from './push/shared-state-channels.ts'
import { createOverloadCheck } from './typing/event-loop-load.ts'
import { createSendTyping } from './typing/typing.ts'

export type RealtimeDeps = SocketServerDeps & {
  pushBus: PushBus
  members: MemberReadModel
  relationships: RelationshipLookup
  presenceAudience: PresenceAudience
  canSendTyping: CanSendTyping
  onMessageReceived: OnMessageReceived
  sendText: SendText
  isOutage: (error: unknown) => boolean
  state: Pick<SharedState, 'publish' | 'subscribe' | 'get' | 'set' | 'getMany' | 'compareAndSet' | 'compareAndSetMany'>
  checkPushPayload?: CheckPushPayload | undefined
  presenceTimings?: PresenceTimings
  /** Tests shorten them. */
  peerTimings?: PeerTimings
  /** Returns true while the process is overloaded. By default the load of the event loop decides; tests replace it. */
  isOverloaded?: () => boolean
}

export type Realtime = {
  socketServer: AttachableServer
  presences: PresenceReader
  eventHandlers: EventHandler<unknown>[]
  backgroundTasks: BackgroundTask[]
}

/**
 * Creates the real-time capability: the Socket.IO server, the delivery of pushes on this and on peer instances, presence,
 * typing, and the pushes of post, notification and follow events.
 */
export function createRealtime(deps: RealtimeDeps): Realtime {
  const { adapter, pushBus } = deps
  const { push } = pushBus
  const address = randomUUID()
  const metrics = createSocketMetrics()
  const presences = createPresenceReader(deps)
  const publisher = createPresencePublisher({ ...deps, presences })
  const stateChannels = createSharedStateChannels({ ...deps, address })
  const onLeasesRead = stateChannels.setLeasedPeers
  const tracker = createPresenceTracker({ ...deps, address, publisher, onLeasesRead })
  const sendTyping = createSendTyping({ ...deps, push, isOverloaded: deps.isOverloaded ?? createOverloadCheck() })
  const { io, server } = createSocketServer({
    ...deps,
    connectedMembers: tracker.connectedMembers,
    sendTyping,
    metrics,
  })
  pushBus.connectSockets(createPushDelivery({ ...deps, io, metrics }))
  const stopping = new AbortController()
  const channels = adapter ? createRedisChannels(io, adapter, stateChannels) : stateChannels
  const findConnectedInstances = createFindConnectedInstances(deps)
  const peerInstances = createPeerFanOut({ ...deps, address, channels, findConnectedInstances })

  return {
    socketServer: server,
    presences,
    eventHandlers: [
      ...createPostEventHandlers({ ...deps, push, stopped: stopping.signal }),
      ...createNotificationEventHandlers({ ...deps, push }),
      ...createMemberEventHandlers({ ...deps, push, publishSignalChange: publisher.publishSignalChange }),
    ],
    backgroundTasks: [
      pushBus.connectPeers(peerInstances),
      publisher,
      tracker,
      { name: 'post updates', start: async () => {}, stop: async () => stopping.abort() },
    ],
  }
}
