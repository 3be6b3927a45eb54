import { calls } from '@meadow/contracts'
import {
  type Bus,
  type ClientKeyStore,
  type ConsumerStore,
  createClientKeyCleanup,
  createConsumer,
  createOutboxRelay,
  type Outbox,
} from '@meadow/events'
import { createLinkPreviewFinder, createLinkPreviewTasks, type PreviewFetcher } from '@meadow/link-preview'
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
  type MemberReadModel,
  type NewMemberLimits,
  type OwnDataReader,
  type RefusedWordStore,
} from '@meadow/members'
import {
  createLocalFirstThrottle,
  createService,
  type HealthProbe,
  type Logger,
  type MetricsSource,
  type Service,
  serve,
  type Verifier,
} from '@meadow/service'
import { isStoreOutage, type SharedState } from '@meadow/storage'
import { createEncoderProbe, createMediaEncodingTask, type EncodingTaskStore, type VideoEncoder } from '@meadow/voice'
import type { BookmarkRepository } from './bookmarks/bookmark-repository.ts'
import { createBookmarkRoutes } from './bookmarks/routes.ts'
import type { CommentRepository } from './comments/comment-repository.ts'
import { createCommentRoutes } from './comments/routes.ts'
import type { PublishingLimits } from './config.ts'
import { type CounterChecker, createCounterCheckTask } from './counters/counter-check.ts'
import { createCountRoutes } from './counters/routes.ts'
import type { DiscoverRepository } from './discover/discover-repository.ts'
import { createDiscoverCleanup, createDiscoverRoutes } from './discover/routes.ts'
import type { PostDraftRepository } from './drafts/draft-repository.ts'
import { createDeletedDraftCleanup, createPostDraftRoutes } from './drafts/routes.ts'
import type { EditRepository } from './edits/edit-repository.ts'
import { createEditRoutes } from './edits/routes.ts'
import { type PostsHandlerContext, postsEventHandlers } from './event-handlers.ts'
import type { LikeRepository } from './likes/like-repository.ts'
import { createLikeRoutes } from './likes/routes.ts'
import type { LinkPreviewStores } from './link-previews/link-preview-stores.ts'
import { createLinkPreviewRoutes } from './link-previews/routes.ts'
import { toPicturePath } from './media/picture.ts'
import type { PictureRepository } from './media/picture-repository.ts'
import { createMediaRoutes, createPictureRouter } from './media/routes.ts'
import { createUnusedPictureCleanup } from './media/unused-picture-cleanup.ts'
import type { FacetDeps } from './mentions/read-text-facets.ts'
import type { MutedContentRepository } from './muting/muted-content.ts'
import { createMutingRoutes } from './muting/routes.ts'
import type { PanelReader } from './panels/panels.ts'
import { createPanelRoutes } from './panels/routes.ts'
import type { PinRepository } from './pins/pin-repository.ts'
import { createPinRoutes } from './pins/routes.ts'
import type { PostRepository } from './posts/post-repository.ts'
import { createPostRoutes } from './posts/routes.ts'
import type { ReadingPositionRepository } from './reading-position/reading-position-repository.ts'
import { createReadingPositionRoutes } from './reading-position/routes.ts'
import { createPostIndexer, type PostIndex } from './search/post-indexer.ts'
import type { PostFinder } from './search/post-search.ts'
import { createSearchRoutes } from './search/routes.ts'
import { createShareRoutes } from './shares/routes.ts'
import type { ShareRepository } from './shares/share-repository.ts'
import { createSyndicationRouter } from './syndication/router.ts'
import { createTagRoutes } from './tags/routes.ts'
import type { TagStore } from './tags/tag.ts'
import { createFanOutTasks, type FanOut } from './timelines/fan-out.ts'
import { createTimelineRoutes } from './timelines/routes.ts'
import type { Timeline } from './timelines/timeline.ts'
import { createCaptionsRoutes, createVideoRouter } from './videos/routes.ts'
import { createEncodedPostVideo } from './videos/video-encoding.ts'
import type { VideoRepository } from './videos/video-repository.ts'
import { createViewCleanup, createViewRoutes } from './views/routes.ts'
import type { ViewRepository } from './views/view-repository.ts'

export type PostsServiceDeps = PictureUploadDeps &
  FacetDeps & {
    members: MemberReadModel
    posts: PostRepository
    edits: EditRepository
    shares: ShareRepository
    bookmarks: BookmarkRepository
    pins: PinRepository
    views: ViewRepository
    readingPositions: ReadingPositionRepository
    counterChecker: CounterChecker
    drafts: PostDraftRepository
    discover: DiscoverRepository
    comments: CommentRepository
    likes: LikeRepository
    timeline: Timeline
    postFinder: PostFinder
    postIndex: PostIndex
    /** Writes home timelines in advance. @default each page is read by looking up the posts of each followed member */
    fanOut?: FanOut | undefined
    tags: TagStore
    mutedContent: MutedContentRepository
    panels: PanelReader
    pictures: PictureRepository
    videos: VideoRepository
    videoTasks: EncodingTaskStore
    videoEncoder: VideoEncoder
    linkPreviews: LinkPreviewStores
    /** Fetches the previews of links. @default new links get none */
    previewFetcher?: PreviewFetcher | undefined
    ownData: OwnDataReader
    refusedWords: RefusedWordStore
    /** The store of exports. @default this installation makes none */
    exportFiles?: MediaStore | undefined
    removals: MediaRemovalQueue
    /** Stores the files of pictures. */
    files: MediaStore
    clientKeys: ClientKeyStore
    outbox: Outbox
    bus: Bus
    state: Pick<SharedState, 'ping'>
    consumerStore: ConsumerStore<PostsHandlerContext>
    pingStore: HealthProbe
    verifier: Verifier
    /** Checks each response against its contract, for tests. @default false */
    validateResponses?: boolean | undefined
    /** Guests may read. @default false */
    allowsGuests?: boolean | undefined
    /** Limits of posts and comments per member and hour. */
    limits: PublishingLimits
    /** Limits of the first day of an account. @default DEFAULT_NEW_MEMBER_LIMITS */
    newMemberLimits?: Partial<NewMemberLimits> | undefined
    metricsSources?: MetricsSource[]
    log: Logger
    newId: (at: Date) => string
    /** Creates the unguessable part of a picture's URL. */
    newRandomName: () => string
    now: () => Date
  }

/** Creates the posts service. Its server, consumer, relay and clean-up jobs run only after `start`. */
export function createPostsService(deps: PostsServiceDeps): Service {
  const { bus, files, log, metricsSources = [], state, consumerStore, verifier } = deps
  const outboxRelay = createOutboxRelay(deps)
  const mediaCleanup = createMediaCleanup({ ...deps, deleteUnused: createUnusedPictureCleanup(deps) })
  const encodingDeps = {
    ...deps,
    scheduleMediaRemovals: deps.videos.scheduleRemovals,
    wakeMediaCleanup: mediaCleanup.wake,
  }
  const mediaEncoding = createMediaEncodingTask(encodingDeps, [createEncodedPostVideo(encodingDeps)])
  const routeDeps = {
    ...deps,
    uploads: createPictureUploads(deps),
    wakeMediaCleanup: mediaCleanup.wake,
    wakeMediaEncoding: mediaEncoding.wake,
  }
  const linkPreviewDeps = {
    ...deps,
    ...deps.linkPreviews,
    fetcher: deps.previewFetcher,
    toPath: toPicturePath,
  }
  const publishingDeps = {
    ...routeDeps,
    findLinkPreview: createLinkPreviewFinder(linkPreviewDeps),
    throttle: createLocalFirstThrottle(deps),
    assertWordsAllowed: createWordCheck(deps),
    brakeNewMember: createNewMemberBrake(deps),
  }

  const wokenTasks = [
    createMemberErasureTask({ ...deps, service: 'posts' }),
    createMemberExportTask({ ...deps, exportFiles: deps.exportFiles, service: 'posts' }),
  ]
  return createService({
    name: 'posts',
    isOutage: isStoreOutage,
    validateResponses: deps.validateResponses,
    allowsGuests: deps.allowsGuests,
    log,
    verifier,
    routes: [
      serve(calls.getPostData, ({ member }) => deps.ownData.count(member.sub)), // before the paths that begin with an id
      ...createPanelRoutes(routeDeps), // these too
      ...createBookmarkRoutes(routeDeps), // before the paths that begin with an id
      ...createPostDraftRoutes(routeDeps), // these too
      ...createDiscoverRoutes(routeDeps), // these too
      ...createReadingPositionRoutes(routeDeps), // these too
      ...createMutingRoutes(routeDeps), // these too
      ...createTimelineRoutes(routeDeps),
      ...createSearchRoutes(publishingDeps),
      ...createTagRoutes(publishingDeps),
      ...createPostRoutes(publishingDeps),
      ...createEditRoutes(publishingDeps),
      ...createLinkPreviewRoutes(publishingDeps),
      ...createShareRoutes(publishingDeps),
      ...createLikeRoutes(routeDeps),
      ...createPinRoutes(routeDeps),
      ...createViewRoutes(publishingDeps),
      ...createCountRoutes(deps),
      ...createCommentRoutes(publishingDeps),
      ...createMediaRoutes(routeDeps),
      ...createCaptionsRoutes(publishingDeps),
    ],
    routers: [createVideoRouter(routeDeps), createPictureRouter(routeDeps), createSyndicationRouter(deps)],
    backgroundTasks: [
      outboxRelay,
      createConsumer({
        name: 'posts',
        bus,
        store: consumerStore,
        handlers: postsEventHandlers,
        wokenTasks,
        log,
        now: deps.now,
      }),
      ...wokenTasks,
      createPostIndexer({ index: deps.postIndex, log }),
      createMemberCleanup(deps),
      ...createFanOutTasks(deps),
      ...createLinkPreviewTasks(linkPreviewDeps),
      mediaCleanup,
      mediaEncoding,
      createDeletedDraftCleanup(deps),
      createClientKeyCleanup(deps),
      createDiscoverCleanup(deps),
      createViewCleanup(deps),
      createCounterCheckTask(deps),
    ],
    readinessProbes: { store: deps.pingStore },
    degradationProbes: {
      bus: () => bus.ping(),
      state: () => state.ping(),
      media: () => files.ping(),
      video: createEncoderProbe(deps.videoEncoder),
    },
    metricsSources,
  })
}
