import { calls } from '@meadow/contracts'
import { type AssertWordsAllowed, callerToViewer, claimsToActor, type NewMemberBrake } from '@meadow/members'
import {
  type CallRoute,
  serve,
  type Throttle,
  type ThrottleLimit,
  toKeysetPage,
  toKeysetWindow,
  withThrottle,
} from '@meadow/service'
import { type FacetDeps, readTextFacets } from '../mentions/read-text-facets.ts'
import { toNewPostPicture, toPostView } from '../posts/post.ts'
import { getPost, type PostRepository } from '../posts/post-repository.ts'
import type { NewShare } from './share.ts'
import type { ShareRepository } from './share-repository.ts'

export type ShareRoutesDeps = FacetDeps & {
  posts: PostRepository
  shares: ShareRepository
  assertWordsAllowed: AssertWordsAllowed
  brakeNewMember: NewMemberBrake
  throttle: Throttle
  limits: { posts: ThrottleLimit }
  newId: (at: Date) => string
  now: () => Date
}

export function createShareRoutes(deps: ShareRoutesDeps): CallRoute[] {
  return [
    serve(calls.sharePost, async ({ member, params, body, key }) => {
      const {
        content = '',
        pictures = [],
        language = null,
        pictureCover = null,
        commentAudience = 'everyone',
      } = body ?? {}
      const texts = { content, pictures: pictures.map(({ alt }) => alt) }
      await deps.assertWordsAllowed({ ...texts, ...(pictureCover && { pictureCover: pictureCover.note }) })
      const author = claimsToActor(member)
      const viewer = callerToViewer(member)
      const createdAt = deps.now()
      const share: NewShare = {
        _id: deps.newId(createdAt),
        eventId: deps.newId(createdAt),
        sharedEventId: deps.newId(createdAt),
        postId: params.id,
        author,
        content,
        facets: await readTextFacets(deps, content, author),
        pictures: pictures.map((picture) => toNewPostPicture(picture, author, 'pictures')),
        settings: { language, pictureCover, commentAudience },
        createdAt,
      }
      const add = () => deps.shares.add(share, key)
      const addOnce = () => deps.brakeNewMember('posts', member.sub, add)
      const { originalId, shareId } = await withThrottle(deps.throttle, deps.limits.posts, member.sub, addOnce)
      const post = toPostView(await getPost(deps.posts, originalId, viewer), viewer)
      return content === '' ? { post } : { post, quote: toPostView(await getPost(deps.posts, shareId, viewer), viewer) }
    }),

    serve(calls.unsharePost, async ({ member, params }) => {
      const at = deps.now()
      await deps.shares.remove({ postId: params.id, by: claimsToActor(member), at, eventId: deps.newId(at) })
      return { ok: true as const }
    }),

    serve(calls.listPostShares, async ({ member, params, query }) => {
      const viewer = callerToViewer(member)
      await getPost(deps.posts, params.id, viewer) // only of what the member can see
      const sharers = await deps.shares.listSharers(params.id, viewer, toKeysetWindow(query))
      const { page, hasMore, nextCursor } = toKeysetPage(sharers, query.limit)
      return {
        members: page.map(({ member, createdAt }) => ({ ...member, at: createdAt.toISOString() })),
        hasMore,
        nextCursor,
      }
    }),
  ]
}
