import { type Bus, consumer, type Handler, type Outbox, relay, type Store } from '@meadow/events'
import { type Media, mediaSweep, type Removals } from '@meadow/media'
import { type Members, memberHandlers } from '@meadow/members'
import { createService, type Measured, type Probe, type Service } from '@meadow/service'
import type { SharedState } from '@meadow/storage'
import type { ConversationRepository } from './conversations/conversation-repository.ts'
import { conversationCalls } from './conversations/routes.ts'
import type { Tell } from './hints/hint.ts'
import { othersByState } from './hints/others-by-state.ts'
import { shareHints } from './hints/share-hints.ts'
import { mutualCalls } from './members/mutual-routes.ts'
import type { Mutuals } from './members/mutuals.ts'
import { followHandlers } from './members/on-follows.ts'
import { notificationHandlers } from './members/on-notifications.ts'
import type { DeletionRepository } from './messages/delete-message.ts'
import { deleteCalls } from './messages/delete-routes.ts'
import type { EditRepository } from './messages/edit-message.ts'
import { editCalls } from './messages/edit-routes.ts'
import type { MessageRepository } from './messages/message-repository.ts'
import { messageCalls } from './messages/routes.ts'
import { messageViews } from './messages/view.ts'
import { pictureCalls, pictureRoutes } from './pictures/routes.ts'
import { showPicture } from './pictures/show-picture.ts'
import { postHandlers } from './posts/on-posts.ts'
import { createPresence, type PresenceParts } from './presence/create-presence.ts'
import type { ReactionRepository } from './reactions/reaction-repository.ts'
import { reactionCalls } from './reactions/routes.ts'
import { createDeliveries } from './reading/deliveries.ts'
import type { ReadingRepository } from './reading/reading-repository.ts'
import { readingCalls } from './reading/routes.ts'
import type { MessageSearch } from './search/message-search.ts'
import { createSocketServer, type SocketParts } from './sockets/socket-server.ts'
import { threadCalls } from './threads/routes.ts'
import type { ThreadRepository } from './threads/thread-repository.ts'
import { createLoad } from './typing/load.ts'
import { createTyping } from './typing/typing.ts'

type Bound = { members: Members }

export type Parts = Omit<SocketParts, 'here' | 'typing' | 'received'> &
  PresenceParts & {
    members: Members
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
    files: Media
    pictureSecret: string
    removals: Removals
    removeLater: (paths: readonly string[], due: Date) => Promise<void>
    outbox: Outbox
    store: Store<Bound>
    ping: Probe
    bus: Bus
    state: Pick<SharedState, 'ping' | 'publish' | 'subscribe' | 'get' | 'set' | 'getMany' | 'replace'>
    measured?: Measured[]
    /** Whether there is more important work than to say who types; as the event loop shows unless a test says. */
    isBusy?: () => boolean
  }

/** Puts the chat service together. Nothing listens or consumes before `start`. */
export function createChatService(parts: Parts): Service {
  const { bus, log, measured = [], state, store, verifier } = parts
  const tell: Tell = (hint) => hints.tell(hint)
  const publishing = relay(parts)
  const sweep = mediaSweep(parts)
  const presence = createPresence(parts, { tell, deliver: (hint) => sockets.deliver(hint) })
  const deliveries = createDeliveries({ ...parts, tell })
  const sockets = createSocketServer({
    ...parts,
    here: presence.here,
    typing: createTyping({ ...parts, tell, isBusy: parts.isBusy ?? createLoad() }),
    received: (member, message) => deliveries.note(member, message.sender._id, message.seq),
  })
  const others = sockets.others ?? othersByState({ state, log })
  const hints = shareHints({ others, deliver: sockets.deliver, log })
  const telling = { ...parts, tell }
  const bound = {
    ...telling,
    presences: presence.presences,
    toView: messageViews(showPicture(parts.pictureSecret, parts.now)),
    announced: publishing.wake,
    released: sweep.wake,
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
      ...threadCalls(bound),
      ...reactionCalls(bound),
      ...editCalls(bound),
      ...deleteCalls(bound),
      ...pictureCalls(bound),
      ...messageCalls(bound), // last: its paths begin with an id
    ],
    routers: [pictureRoutes(parts)],
    sockets,
    background: [
      hints,
      publishing,
      deliveries,
      sweep,
      ...presence.background,
      consumer({ name: 'chat', bus, store, handlers, log }),
    ],
    ready: { store: parts.ping },
    degraded: { bus: () => bus.ping(), state: () => state.ping(), media: () => parts.files.ping() },
    measured,
  })
}
