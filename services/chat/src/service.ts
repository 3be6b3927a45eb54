import { calls } from '@meadow/contracts'
import {
  type Bus,
  type ConsumerStore,
  createConsumer,
  createOutboxRelay,
  type EventHandler,
  type Outbox,
} from '@meadow/events'
import { createLinkPreviewTasks, type PreviewFetcher } from '@meadow/link-preview'
import {
  createMediaCleanup,
  createPictureUploads,
  type MediaRemovalQueue,
  type MediaStore,
  type PictureUploadDeps,
} from '@meadow/media'
import {
  createMemberCleanup,
  createMemberErasureTask,
  createMemberExportTask,
  createNewMemberBrake,
  createWordCheck,
  type ExportTaskStore,
  type FacetDeps,
  type MemberDataEraser,
  type MemberErasureStore,
  type MemberReadModel,
  memberErasureHandlers,
  memberEventHandlers,
  memberExportHandlers,
  type NewMemberLimits,
  type OwnDataReader,
  onRefusedWordsUpdated,
  type RefusedWordStore,
  readSharedSignals,
} from '@meadow/members'
import {
  createLocalFirstThrottle,
  createService,
  type HealthProbe,
  type MetricsSource,
  type Service,
  serve,
} from '@meadow/service'
import { isStoreOutage, type SharedState } from '@meadow/storage'
import {
  createEncoderProbe,
  createMediaEncodingTask,
  type EncodingTaskStore,
  type VideoEncoder,
  type VoiceEncoder,
} from '@meadow/voice'
import type { MessageLimits } from './config.ts'
import type { ConversationRepository } from './conversations/conversation-repository.ts'
import type { StoreConversationMarks } from './conversations/marks/conversation-marks.ts'
import { createConversationRoutes } from './conversations/routes.ts'
import type { MessageDraftRepository } from './drafts/message-draft.ts'
import { createDeletedMessageDraftCleanup, createMessageDraftRoutes } from './drafts/routes.ts'
import { type MessageEncodingDeps, toEncodedMedia } from './encoding/media-encoding.ts'
import type { GroupStore } from './groups/group-store.ts'
import { createGroupRoutes } from './groups/routes.ts'
import type { MessageLinkPreviewStores } from './link-previews/message-link-preview.ts'
import { createPreviewQueue } from './link-previews/preview-queue.ts'
import type { MutualFollowerList } from './members/mutual-follower-list.ts'
import { createMutualFollowerRoutes } from './members/mutual-routes.ts'
import { createVerifiedEmailCheck } from './members/verified-email-check.ts'
import type { DeleteMessageDeps } from './messages/delete/delete-message.ts'
import type { EditMessageDeps } from './messages/edit/edit-message.ts'
import type { ReadMessageTexts } from './messages/edit/message-versions.ts'
import { createMessageExpiryTask, type MessageExpiryStore } from './messages/expiry/expire-messages.ts'
import type { HideMessageDeps } from './messages/hide/hide-message.ts'
import type { MessageHistory } from './messages/history/message-history.ts'
import { createToMessageView } from './messages/message.ts'
import { createMessageRoutes } from './messages/routes.ts'
import { type FindSentMessage, type SendMessageDeps, sendMessage } from './messages/send/send-message.ts'
import { type SetDisappearAfter, setDisappearAfter } from './messages/system/set-disappear-after.ts'
import { toPreviewPicturePath } from './pictures/picture-paths.ts'
import {
  createToPictureView,
  createToPreviewView,
  createToVideoView,
  createToVoiceView,
} from './pictures/picture-view.ts'
import { createPictureFileRouter, createPictureUploadRoutes } from './pictures/routes.ts'
import type { ReactionRepository } from './reactions/reaction.ts'
import { createReactionRoutes } from './reactions/routes.ts'
import { createRealtime, type RealtimeDeps } from './realtime/create-realtime.ts'
import { createPushBus } from './realtime/push/push-bus.ts'
import { createDeliveryRecorder } from './receipts/delivery-receipts.ts'
import { createReadUpToMessage } from './receipts/read-up-to-message.ts'
import type { ReadSignals, ReceiptRepository } from './receipts/receipt-repository.ts'
import { createReceiptRoutes } from './receipts/routes.ts'
import { createReportDecidedHandler, onReportFiled, type ReportedMessageStore } from './reports/reported-message.ts'
import type { MessageRequestStore, RequestOpener } from './requests/message-request.ts'
import { createFollowedRequestHandler } from './requests/open-followed-requests.ts'
import type { MessageSearch } from './search/message-search.ts'
import { createMessageSearchRoutes } from './search/routes.ts'
import { createStarRoutes } from './stars/routes.ts'
import type { StarMessageDeps } from './stars/star-message.ts'
import { createThreadRoutes } from './threads/routes.ts'
import type { ThreadRepository } from './threads/thread-repository.ts'
import { createVideoRoutes } from './video/routes.ts'
import { createEncodedVideo, type VideoEncodingDeps } from './video/video-encoding.ts'
import { createVoiceRoutes } from './voice/routes.ts'
import { createEncodedVoice, type VoiceEncodingDeps } from './voice/voice-encoding.ts'
import type { VoicePlayDeps } from './voice/voice-play.ts'

/** The ports that event handlers get, bound to the transaction of the inbox. */
type ConsumerPorts = {
  members: MemberReadModel
  refusedWords: RefusedWordStore
  erasures: MemberErasureStore
  eraser: MemberDataEraser
  exportTasks: ExportTaskStore
  reportedMessages: ReportedMessageStore
  requestOpener: RequestOpener
}

export type ChatServiceDeps = Omit<
  RealtimeDeps,
  'pushBus' | 'canSendTyping' | 'onMessageReceived' | 'sendText' | 'isOutage'
> &
  PictureUploadDeps &
  FacetDeps & {
    mutualFollowers: MutualFollowerList
    conversations: ConversationRepository
    conversationMarks: StoreConversationMarks
    messageDrafts: MessageDraftRepository
    messageRequests: MessageRequestStore
    messages: SendMessageDeps['messages'] &
      EditMessageDeps['messages'] &
      DeleteMessageDeps['messages'] &
      HideMessageDeps['messages'] &
      VoiceEncodingDeps['messages'] &
      VideoEncodingDeps['messages'] &
      VoicePlayDeps['messages'] &
      StarMessageDeps['messages']
    readMessages: MessageEncodingDeps['readMessages']
    findSentMessage: FindSentMessage
    voiceTasks: EncodingTaskStore
    videoTasks: EncodingTaskStore
    voiceEncoder: VoiceEncoder
    expiry: MessageExpiryStore
    videoEncoder: VideoEncoder
    history: MessageHistory
    readMessageTexts: ReadMessageTexts
    reactions: ReactionRepository
    threads: ThreadRepository
    search: MessageSearch
    linkPreviews: MessageLinkPreviewStores
    /** Fetches the previews of links. @default new links get none */
    previewFetcher?: PreviewFetcher | undefined
    receipts: ReceiptRepository
    groups: GroupStore
    ownData: OwnDataReader
    refusedWords: RefusedWordStore
    /** The store of exports. @default this installation makes none */
    exportFiles?: MediaStore | undefined
    /** Stores the pictures of messages. */
    files: MediaStore
    /** Creates the unguessable part of a picture's URL. */
    newRandomName: () => string
    /** Signs the URLs of pictures. */
    pictureSecret: string
    /** Files that are due for removal. */
    mediaRemovalQueue: MediaRemovalQueue
    /** Schedules the removal of files at `dueAt`, unless a message claims them before. */
    scheduleMediaRemovals: (paths: readonly string[], dueAt: Date) => Promise<void>
    outbox: Outbox
    /** Runs event handlers in the transaction of the inbox. */
    consumerStore: ConsumerStore<ConsumerPorts>
    pingStore: HealthProbe
    bus: Bus
    state: Pick<
      SharedState,
      'ping' | 'publish' | 'subscribe' | 'get' | 'set' | 'getMany' | 'compareAndSet' | 'compareAndSetMany'
    >
    messageLimits: MessageLimits
    /** Limits of the first day of an account. @default DEFAULT_NEW_MEMBER_LIMITS */
    newMemberLimits?: Partial<NewMemberLimits> | undefined
    /** Members who have not proved their e-mail address write no messages. @default false */
    requiresVerifiedEmail?: boolean | undefined
    metricsSources?: MetricsSource[]
    newId: (at: Date) => string
    /** Checks each response against its contract, for tests. @default false */
    validateResponses?: boolean | undefined
  }

/** Only notifications on other devices wait for the events of messages: sockets get pushes. */
const RELAY_PAUSE_MS = 200

/** Creates the chat service. Nothing listens or consumes before `start`. */
export function createChatService(deps: ChatServiceDeps): Service {
  const { bus, conversations, log, state, consumerStore, verifier } = deps
  const pushBus = createPushBus(deps)
  const { push } = pushBus
  const outboxRelay = createOutboxRelay({ ...deps, pauseMs: RELAY_PAUSE_MS })
  const mediaCleanup = createMediaCleanup({ ...deps, removals: deps.mediaRemovalQueue })
  const deliveryRecorder = createDeliveryRecorder({ ...deps, push })
  const { recordDelivery } = deliveryRecorder
  const readSignals: ReadSignals = async (one, other) =>
    (await readSharedSignals(deps.members, [one, other]))(one, other)
  const sendDeps = {
    ...deps,
    push,
    readSignals,
    assertMayWrite: createVerifiedEmailCheck(deps),
    assertWordsAllowed: createWordCheck(deps),
    brakeNewMember: createNewMemberBrake(deps),
    toMessageView: createToMessageView(
      createToPictureView(deps.pictureSecret, deps.now),
      createToPreviewView(deps.pictureSecret, deps.now),
      createToVoiceView(deps.pictureSecret, deps.now),
      createToVideoView(deps.pictureSecret, deps.now, createToPictureView(deps.pictureSecret, deps.now)),
      deps.now,
    ),
    messageThrottle: createLocalFirstThrottle(deps),
  }
  const realtime = createRealtime({
    ...deps,
    pushBus,
    canSendTyping: async (senderId, recipientId) =>
      (await readSignals(senderId, recipientId)).typing && (await conversations.isOpen(recipientId, { _id: senderId })),
    onMessageReceived: (memberId, { senderId, seq }) => recordDelivery(memberId, senderId, seq),
    sendText: (sender, text) => sendMessage(sendDeps, sender, text),
    isOutage: isStoreOutage,
  })
  const encodingDeps = { ...sendDeps, wakeMediaCleanup: mediaCleanup.wake }
  const mediaEncoding = createMediaEncodingTask(sendDeps, [
    toEncodedMedia(encodingDeps, createEncodedVoice(deps)),
    toEncodedMedia(encodingDeps, createEncodedVideo(deps)),
  ])
  const routeDeps = {
    ...sendDeps,
    presences: realtime.presences,
    uploads: createPictureUploads(deps),
    wakeMediaCleanup: mediaCleanup.wake,
    wakeMediaEncoding: mediaEncoding.wake,
    recordDelivery,
    readUpToMessage: createReadUpToMessage(sendDeps),
    setDisappearAfter: (...request: Parameters<SetDisappearAfter>) => setDisappearAfter(sendDeps, ...request),
  }
  const handlers: EventHandler<ConsumerPorts>[] = [
    ...memberEventHandlers,
    createFollowedRequestHandler({ push }), // after the follow is stored
    ...memberErasureHandlers,
    onRefusedWordsUpdated,
    ...memberExportHandlers,
    onReportFiled,
    createReportDecidedHandler(routeDeps),
    ...realtime.eventHandlers,
  ]

  const wokenTasks = [
    createMemberErasureTask({ ...deps, service: 'chat' }),
    createMemberExportTask({ ...deps, exportFiles: deps.exportFiles, service: 'chat' }),
  ]
  return createService({
    name: 'chat',
    isOutage: isStoreOutage,
    validateResponses: deps.validateResponses,
    log,
    verifier,
    routes: [
      serve(calls.getMessageData, ({ member }) => deps.ownData.count(member.sub)),
      ...createConversationRoutes(routeDeps),
      ...createMessageDraftRoutes(routeDeps),
      ...createReceiptRoutes(routeDeps),
      ...createMutualFollowerRoutes(routeDeps),
      ...createThreadRoutes(routeDeps),
      ...createReactionRoutes(routeDeps),
      ...createPictureUploadRoutes(routeDeps),
      ...createMessageSearchRoutes(routeDeps),
      ...createVoiceRoutes(routeDeps),
      ...createVideoRoutes(routeDeps),
      ...createStarRoutes(routeDeps),
      ...createGroupRoutes(routeDeps),
      ...createMessageRoutes(routeDeps), // last: its paths begin with an id
    ],
    routers: [createPictureFileRouter(deps)],
    socketServer: realtime.socketServer,
    backgroundTasks: [
      outboxRelay,
      deliveryRecorder,
      mediaCleanup,
      ...createLinkPreviewTasks({
        ...deps,
        cache: deps.linkPreviews.cache,
        queue: createPreviewQueue(deps.linkPreviews.queue, sendDeps),
        fetcher: deps.previewFetcher,
        toPath: toPreviewPicturePath,
      }),
      mediaEncoding,
      createMessageExpiryTask({ ...deps, push, wakeMediaCleanup: mediaCleanup.wake }),
      createDeletedMessageDraftCleanup(deps),
      ...realtime.backgroundTasks,
      createConsumer({ name: 'chat', bus, store: consumerStore, handlers, wokenTasks, log, now: deps.now }),
      ...wokenTasks,
      createMemberCleanup(deps),
    ],
    readinessProbes: { store: deps.pingStore },
    degradationProbes: {
      bus: () => bus.ping(),
      state: () => state.ping(),
      media: () => deps.files.ping(),
      voice: createEncoderProbe(deps.voiceEncoder),
      video: createEncoderProbe(deps.videoEncoder),
    },
    metricsSources: deps.metricsSources ?? [],
  })
}
