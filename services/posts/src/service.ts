import {
  type Bus,
  type ClientKeyStore,
  type ConsumerStore,
  createClientKeyCleanup,
  createConsumer,
  createOutboxRelay,
  type Outbox,
} from '@meadow/events'
import { createMediaCleanup, type MediaRemovalQueue, type MediaStore } from '@meadow/media'
import {
  createService,
  type Logger,
  type MetricsSource,
  type Service,
  type Throttle,
  type Verifier,
} from '@meadow/service'
import type { SharedState } from '@meadow/storage'
import type { CommentRepository } from './comments/comment-repository.ts'
import { commentCalls } from './comments/routes.ts'
import { type PostsHandlerContext, postsEventHandlers } from './event-handlers.ts'
import type { LikeRepository } from './likes/like-repository.ts'
import { likeCalls } from './likes/routes.ts'
import type { PictureRepository } from './media/picture-repository.ts'
import { mediaCalls, pictureRoutes } from './media/routes.ts'
import { createUnusedPictureCleanup } from './media/unused-picture-cleanup.ts'
import type { PostRepository } from './posts/post-repository.ts'
import { postCalls } from './posts/routes.ts'
import type { PublishingLimits } from './publishing-limits.ts'
import { timelineCalls } from './timelines/routes.ts'
import type { Timeline } from './timelines/timeline.ts'

export type PostsServiceDeps = {
  posts: PostRepository
  comments: CommentRepository
  likes: LikeRepository
  timeline: Timeline
  media: PictureRepository
  removals: MediaRemovalQueue
  /** Where the pictures lie. */
  files: MediaStore
  clientKeys: ClientKeyStore
  outbox: Outbox
  bus: Bus
  state: Pick<SharedState, 'ping'>
  store: ConsumerStore<PostsHandlerContext>
  verifier: Verifier
  /** Checks each response against its contract, for tests. @default false */
  validateResponses?: boolean | undefined
  throttle: Throttle
  /** How much a member may publish. */
  limits: PublishingLimits
  measured?: MetricsSource[]
  log: Logger
  now: () => Date
}

/** Puts the posts service together. Nothing listens, consumes, relays or sweeps before `start`. */
export function createPostsService(parts: PostsServiceDeps): Service {
  const { bus, files, log, measured = [], state, store, verifier } = parts
  const publishing = createOutboxRelay(parts)
  const sweep = createMediaCleanup({ ...parts, deleteUnused: createUnusedPictureCleanup(parts.media) })
  const bound = { ...parts, released: sweep.wake }

  return createService({
    name: 'posts',
    validateResponses: parts.validateResponses,
    log,
    verifier,
    routes: [
      ...timelineCalls(bound),
      ...postCalls(bound),
      ...likeCalls(bound),
      ...commentCalls(bound),
      ...mediaCalls(bound),
    ],
    routers: [pictureRoutes(bound)],
    backgroundTasks: [
      publishing,
      createConsumer({ name: 'posts', bus, store, handlers: postsEventHandlers, log }),
      sweep,
      createClientKeyCleanup(parts),
    ],
    readinessProbes: { store: () => parts.posts.ping() },
    degradationProbes: { bus: () => bus.ping(), state: () => state.ping(), media: () => files.ping() },
    metricsSources: measured,
  })
}
