import { type Bus, consumer, type Handler, type Outbox, relay, type Store } from '@meadow/events'
import { type Members, memberHandlers } from '@meadow/members'
import { createService, type Measured, type Probe, type Service } from '@meadow/service'
import type { SharedState } from '@meadow/storage'
import type { ConversationRepository } from './conversations/conversation-repository.ts'
import { conversationCalls } from './conversations/routes.ts'
import type { Tell } from './hints/hint.ts'
import { shareHints } from './hints/share-hints.ts'
import { mutualCalls } from './members/mutual-routes.ts'
import type { Mutuals } from './members/mutuals.ts'
import { followHandlers } from './members/on-follows.ts'
import { notificationHandlers } from './members/on-notifications.ts'
import type { MessageRepository } from './messages/message-repository.ts'
import { messageCalls } from './messages/routes.ts'
import { messageViews } from './messages/view.ts'
import { postHandlers } from './posts/on-posts.ts'
import { createPresence, type PresenceParts } from './presence/create-presence.ts'
import { createDeliveries } from './reading/deliveries.ts'
import type { ReadingRepository } from './reading/reading-repository.ts'
import { readingCalls } from './reading/routes.ts'
import { createSocketServer, type SocketParts } from './sockets/socket-server.ts'

import { createLoad } from './typing/load.ts'
import { createTyping } from './typing/typing.ts'

type Bound = { members: Members }

export type Parts = Omit<SocketParts, 'here' | 'typing' | 'received'> &
  PresenceParts & {
    members: Members
    mutuals: Mutuals
    conversations: ConversationRepository
    messages: MessageRepository
    reading: ReadingRepository
    outbox: Outbox
    store: Store<Bound>
    ping: Probe
    bus: Bus
    state: Pick<SharedState, 'ping' | 'publish' | 'subscribe' | 'get' | 'set' | 'getMany' | 'replace'>
    measured?: Measured[]
  }

/** Puts the chat service together. Nothing listens or consumes before `start`. */
export function createChatService(parts: Parts): Service {
  const { bus, log, measured = [], state, store, verifier } = parts
  const tell: Tell = (hint) => hints.tell(hint)
  const publishing = relay(parts)
  const presence = createPresence(parts, { tell, deliver: (hint) => sockets.deliver(hint) })
  const deliveries = createDeliveries({ ...parts, tell })
  const sockets = createSocketServer({
    ...parts,
    here: presence.here,
    typing: createTyping({ ...parts, tell, isBusy: createLoad() }),
    received: (member, message) => deliveries.note(member, message.sender._id, message.seq),
  })
  const hints = shareHints({ state, deliver: sockets.deliver, log })
  const telling = { ...parts, tell }
  const bound = {
    ...telling,
    presences: presence.presences,
    toView: messageViews(() => null),
    announced: publishing.wake,
    noteDelivered: deliveries.note,
  }
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
    calls: [
      ...conversationCalls(bound),
      ...readingCalls(bound),
      ...mutualCalls(bound),
      ...messageCalls(bound), // last: its paths begin with an id
    ],
    sockets,
    background: [
      hints,
      publishing,
      deliveries,
      ...presence.background,
      consumer({ name: 'chat', bus, store, handlers, log }),
    ],
    ready: { store: parts.ping },
    degraded: { bus: () => bus.ping(), state: () => state.ping() },
    measured,
  })
}
