import { calls } from '@meadow/contracts'
import { callerToViewer, claimsToActor, type MemberReadModel } from '@meadow/members'
import {
  type BackgroundTask,
  type CallRoute,
  DomainError,
  type Logger,
  serve,
  type Throttle,
  withThrottle,
} from '@meadow/service'
import { createHourlyCleanup } from '@meadow/storage'
import { requireActiveMember } from '../members/require-active-member.ts'
import { getPost, type PostRepository } from '../posts/post-repository.ts'
import { getOldestViewDay, toPostViewsView, VIEWS_LIMIT } from './view.ts'
import type { ViewRepository } from './view-repository.ts'

export type ViewRoutesDeps = {
  views: ViewRepository
  posts: PostRepository
  members: MemberReadModel
  throttle: Throttle
  now: () => Date
}

export function createViewRoutes({ views, posts, members, throttle, now }: ViewRoutesDeps): CallRoute[] {
  return [
    serve(calls.addPostViews, async ({ member, body }) => {
      const add = () => views.add({ memberId: member.sub, postIds: body.ids, at: now() })
      await withThrottle(throttle, VIEWS_LIMIT, member.sub, add)
      return { ok: true as const }
    }),

    serve(calls.getPostViews, async ({ member, params }) => {
      const post = await getPost(posts, params.id, callerToViewer(member))
      return { views: toPostViewsView(await views.find(post._id), post.user._id === member?.sub) }
    }),

    serve(calls.hidePostViews, async ({ member, params, body }) => {
      await requireActiveMember(members, claimsToActor(member))
      const post = await getPost(posts, params.id, callerToViewer(member))
      if (post.user._id !== member.sub) throw new DomainError('not_your_post')
      await views.setHidden(post._id, body.state)
      return { isHidden: body.state }
    }),
  ]
}

/** Creates the background task that deletes what members saw before yesterday, every hour. */
export const createViewCleanup = ({
  views,
  now,
  log,
}: Pick<ViewRoutesDeps, 'views' | 'now'> & { log: Logger }): BackgroundTask =>
  createHourlyCleanup({
    name: 'view cleanup',
    log,
    deleteBatch: () => views.deleteViewedPosts(getOldestViewDay(now())),
  })
