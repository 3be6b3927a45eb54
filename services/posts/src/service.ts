import { type Bus, type ClientKeys, clientKeySweep, consumer, type Outbox, relay, type Store } from '@meadow/events'
import { type Media, mediaSweep, type Removals } from '@meadow/media'
import { createService, type Logger, type Measured, type Service, type Throttle, type Verifier } from '@meadow/service'
import type { SharedState } from '@meadow/storage'
import type { CommentRepository } from './comments/comment-repository.ts'
import { commentCalls } from './comments/routes.ts'
import { type Bound, handlers } from './handlers.ts'
import type { LikeRepository } from './likes/like-repository.ts'
import { likeCalls } from './likes/routes.ts'
import type { Limits } from './limits.ts'
import { forgetUnused } from './media/forget-unused.ts'
import type { MediaRepository } from './media/media-repository.ts'
import { mediaCalls, pictureRoutes } from './media/routes.ts'
import type { PostRepository } from './posts/post-repository.ts'
import { postCalls } from './posts/routes.ts'
import { timelineCalls } from './timelines/routes.ts'
import type { Timeline } from './timelines/timeline.ts'

export type Parts = {
  posts: PostRepository
  comments: CommentRepository
  likes: LikeRepository
  timeline: Timeline
  media: MediaRepository
  removals: Removals
  /** Where the pictures lie. */
  files: Media
  clientKeys: ClientKeys
  outbox: Outbox
  bus: Bus
  state: Pick<SharedState, 'ping'>
  store: Store<Bound>
  verifier: Verifier
  throttle: Throttle
  /** How much a member may publish. */
  limits: Limits
  measured?: Measured[]
  log: Logger
  now: () => Date
}

/** Puts the posts service together. Nothing listens, consumes, relays or sweeps before `start`. */
export function createPostsService(parts: Parts): Service {
  const { bus, files, log, measured = [], state, store, verifier } = parts
  const publishing = relay(parts)
  const sweep = mediaSweep({ ...parts, forgetUnused: forgetUnused(parts.media) })
  const bound = { ...parts, announced: publishing.wake, released: sweep.wake }

  return createService({
    name: 'posts',
    log,
    verifier,
    calls: [
      ...timelineCalls(bound),
      ...postCalls(bound),
      ...likeCalls(bound),
      ...commentCalls(bound),
      ...mediaCalls(bound),
    ],
    routers: [pictureRoutes(bound)],
    background: [publishing, consumer({ name: 'posts', bus, store, handlers, log }), sweep, clientKeySweep(parts)],
    ready: { store: () => parts.posts.ping() },
    degraded: { bus: () => bus.ping(), state: () => state.ping(), media: () => files.ping() },
    measured,
  })
}
