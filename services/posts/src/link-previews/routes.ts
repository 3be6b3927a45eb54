import { calls } from '@meadow/contracts'
import { callerToViewer, claimsToActor } from '@meadow/members'
import { type CallRoute, serve, type Throttle, type ThrottleLimit, withThrottle } from '@meadow/service'
import { toPostView } from '../posts/post.ts'
import { getPost, type PostRepository } from '../posts/post-repository.ts'
import type { LinkPreviewStores } from './link-preview-stores.ts'

type LinkPreviewRoutesDeps = {
  posts: PostRepository
  linkPreviews: Pick<LinkPreviewStores, 'setRemoved'>
  throttle: Throttle
  limits: { edits: ThrottleLimit }
  newId: (at: Date) => string
  now: () => Date
}

export const createLinkPreviewRoutes = ({
  posts,
  linkPreviews,
  throttle,
  limits,
  newId,
  now,
}: LinkPreviewRoutesDeps): CallRoute[] => [
  serve(calls.setPostLinkPreview, async ({ member, params, body: { isShown } }) => {
    const at = now()
    const removal = { postId: params.id, by: claimsToActor(member), isRemoved: !isShown, at, eventId: newId(at) }
    await withThrottle(throttle, limits.edits, member.sub, () => linkPreviews.setRemoved(removal))
    const viewer = callerToViewer(member)
    return { post: toPostView(await getPost(posts, params.id, viewer), viewer) }
  }),
]
