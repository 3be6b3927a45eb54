import { type Bus, consumer, type Handler, type Store } from '@meadow/events'
import { type Members, memberHandlers } from '@meadow/members'
import { createService, type Measured, type Probe, type Service } from '@meadow/service'
import type { SharedState } from '@meadow/storage'
import { shareHints } from './hints/share-hints.ts'
import { followHandlers } from './members/on-follows.ts'
import { notificationHandlers } from './members/on-notifications.ts'
import { postHandlers } from './posts/on-posts.ts'
import { createPresence, type PresenceParts } from './presence/create-presence.ts'
import { createSocketServer, type SocketParts } from './sockets/socket-server.ts'

type Bound = { members: Members }

export type Parts = Omit<SocketParts, 'here'> &
  PresenceParts & {
    members: Members
    store: Store<Bound>
    ping: Probe
    bus: Bus
    state: Pick<SharedState, 'ping' | 'publish' | 'subscribe' | 'get' | 'set' | 'getMany' | 'replace'>
    measured?: Measured[]
  }

/** Puts the chat service together. Nothing listens or consumes before `start`. */
export function createChatService(parts: Parts): Service {
  const { bus, log, measured = [], state, store, verifier } = parts
  const presence = createPresence(parts, {
    tell: (hint) => hints.tell(hint),
    deliver: (hint) => sockets.deliver(hint),
  })
  const sockets = createSocketServer({ ...parts, here: presence.here })
  const hints = shareHints({ state, deliver: sockets.deliver, log })
  const telling = { ...parts, tell: hints.tell }
  const handlers: Handler<Bound>[] = [
    ...memberHandlers,
    ...postHandlers(telling),
    ...notificationHandlers(telling),
    ...followHandlers(telling),
  ]

  return createService({
    name: 'chat',
    log,
    verifier,
    calls: [],
    sockets,
    background: [hints, ...presence.background, consumer({ name: 'chat', bus, store, handlers, log })],
    ready: { store: parts.ping },
    degraded: { bus: () => bus.ping(), state: () => state.ping() },
    measured,
  })
}
