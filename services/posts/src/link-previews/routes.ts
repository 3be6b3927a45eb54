import { calls } from '@meadow/contracts'
import { findFacets } from '@meadow/contracts/find-facets'
import { findPreviewedUrl, type LinkPreview } from '@meadow/link-preview'
import { callerToViewer, claimsToActor, type MemberReadModel } from '@meadow/members'
import { type CallRoute, serve, type Throttle, type ThrottleLimit, withThrottle } from '@meadow/service'
import { requireActiveMember } from '../members/require-active-member.ts'
import { toPostView } from '../posts/post.ts'
import { getPost, type PostRepository } from '../posts/post-repository.ts'
import { toPostLinkPreviewView } from './link-preview-change.ts'
import type { LinkPreviewStores } from './link-preview-stores.ts'

type LinkPreviewRoutesDeps = {
  posts: PostRepository
  members: MemberReadModel
  linkPreviews: Pick<LinkPreviewStores, 'setRemoved'>
  /** Finds the preview of a link; null if there is none. */
  findLinkPreview: (url: string) => Promise<LinkPreview | null>
  ownOrigin?: string | undefined
  throttle: Throttle
  limits: { edits: ThrottleLimit }
  newId: (at: Date) => string
  now: () => Date
}

/** The links whose preview a member may look up before they post them. */
const LOOKUP_LIMIT: ThrottleLimit = { name: 'link-previews', max: 120, windowSeconds: 3_600 }

export const createLinkPreviewRoutes = ({
  posts,
  members,
  linkPreviews,
  findLinkPreview,
  ownOrigin,
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

  serve(calls.findLinkPreview, async ({ member, body: { link } }) => {
    const url = findPreviewedUrl(findFacets(link, ownOrigin)) // what a post with this link would have
    if (url === undefined) return { preview: null }
    await requireActiveMember(members, claimsToActor(member)) // the server of another site is asked
    const preview = await withThrottle(throttle, LOOKUP_LIMIT, member.sub, () => findLinkPreview(url))
    return { preview: preview && toPostLinkPreviewView(preview) }
  }),
]
