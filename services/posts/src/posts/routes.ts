import { type Actor, type CallRequest, calls } from '@meadow/contracts'
import { type AssertWordsAllowed, callerToViewer, claimsToActor, type NewMemberBrake } from '@meadow/members'
import {
  type CallRoute,
  type ClientKey,
  DomainError,
  serve,
  type Throttle,
  type ThrottleLimit,
  toChangeTime,
  withThrottle,
} from '@meadow/service'
import type { PostDraftRepository } from '../drafts/draft-repository.ts'
import { leavesOutLinkPreview } from '../link-previews/link-preview-removal.ts'
import type { LinkPreviewStores } from '../link-previews/link-preview-stores.ts'
import { type FacetDeps, readTextFacets } from '../mentions/read-text-facets.ts'
import { createMuteRuleReader, type MuteRuleDeps, withMarks } from '../muting/unmuted-posts.ts'
import { toVideoReference } from '../videos/video.ts'
import { type NewPost, type Post, toNewPostPicture, toPostView } from './post.ts'
import { getPost, type PostRepository } from './post-repository.ts'

export type PostRoutesDeps = FacetDeps &
  MuteRuleDeps & {
    posts: PostRepository
    drafts: PostDraftRepository
    linkPreviews: Pick<LinkPreviewStores, 'setRemoved'>
    assertWordsAllowed: AssertWordsAllowed
    brakeNewMember: NewMemberBrake
    throttle: Throttle
    limits: { posts: ThrottleLimit }
    newId: (at: Date) => string
    now: () => Date
    /** Starts the media cleanup at once, because files were queued for removal. */
    wakeMediaCleanup: () => void
  }

export function createPostRoutes(deps: PostRoutesDeps): CallRoute[] {
  const readMuteRules = createMuteRuleReader(deps)
  return [
    serve(calls.createPost, async ({ member, body, key }) => {
      const { content, alt, pictures, pictureCover } = body
      const texts = { content, alt, pictures: pictures.map((picture) => picture.alt) }
      await deps.assertWordsAllowed({ ...texts, ...(pictureCover && { pictureCover: pictureCover.note }) })
      const publish = () => createPost(deps, claimsToActor(member), body, key)
      const publishOnce = () => deps.brakeNewMember('posts', member.sub, publish)
      const post = await withThrottle(deps.throttle, deps.limits.posts, member.sub, publishOnce)
      if (body.draft) await deletePublishedDraft(deps, member.sub, body.draft)
      const viewer = callerToViewer(member)
      if (!leavesOutLinkPreview(body, post.facets)) return toPostView(post, viewer)
      const at = deps.now()
      const removal = { postId: post._id, by: claimsToActor(member), isRemoved: true, at, eventId: deps.newId(at) }
      await deps.linkPreviews.setRemoved(removal) // again if the request is repeated, which changes nothing
      return toPostView(await getPost(deps.posts, post._id, viewer), viewer)
    }),

    serve(calls.getPost, async ({ member, params }) => {
      const viewer = callerToViewer(member)
      const [post, rules] = await Promise.all([getPost(deps.posts, params.id, viewer), readMuteRules(viewer)])
      return toPostView(withMarks(post, rules), viewer)
    }),

    serve(calls.deletePost, async ({ member, params }) => {
      const at = deps.now()
      const deletion = { postId: params.id, by: claimsToActor(member), at, eventId: deps.newId(at) }
      await deps.posts.delete(deletion)
      deps.wakeMediaCleanup()
      return { ok: true as const }
    }),
  ]
}

type CreatePostBody = CallRequest<typeof calls.createPost>['body']

/** Fields of the request. `image` with `alt` is the short form of a single picture; a request has it or `pictures`, not both. */
type CreatePostInput = Pick<CreatePostBody, 'commentAudience' | 'language' | 'pictureCover'> & {
  content: string
  image: string | null
  alt: string
  pictures: readonly { url: string; alt: string }[]
  video?: string | undefined
}

/**
 * Creates a post, or returns the post that was created earlier under the same client key.
 * @throws invalid_request if a picture is not the author's or is in a post already; forbidden if the author's account is not
 * active; key_reused if the key belongs to another request; post_not_found if the earlier post was deleted
 */
async function createPost(
  { posts, newId, now, ...deps }: FacetDeps & Pick<PostRoutesDeps, 'posts' | 'newId' | 'now'>,
  author: Actor,
  { content, image, alt, pictures, video, commentAudience, language, pictureCover }: CreatePostInput,
  key?: ClientKey,
): Promise<Post> {
  const createdAt = now()
  const post: NewPost = {
    _id: newId(createdAt),
    eventId: newId(createdAt),
    author,
    content,
    facets: await readTextFacets(deps, content, author),
    pictures: [
      ...(image ? [toNewPostPicture({ url: image, alt }, author, 'image')] : []),
      ...pictures.map((picture) => toNewPostPicture(picture, author, 'pictures')),
    ],
    ...(video && { video: toVideoReference(video, author._id) }),
    settings: { language: language ?? null, pictureCover: pictureCover ?? null, commentAudience },
    createdAt,
  }
  const added = await posts.add(post, key)
  return 'repeatedId' in added ? getPost(posts, added.repeatedId, author) : added.post
}

/** Deletes the draft of a post that was published, also if the request is repeated. It stays if another device has changed it since. */
async function deletePublishedDraft(
  { drafts, now }: Pick<PostRoutesDeps, 'drafts' | 'now'>,
  memberId: string,
  draft: NonNullable<CreatePostBody['draft']>,
): Promise<void> {
  const at = now()
  const deletion = { _id: draft.id, memberId, changedAt: toChangeTime(draft.changedAt, at), at }
  await drafts.delete(deletion).catch((error) => {
    if (!(error instanceof DomainError && error.code === 'draft_changed')) throw error
  })
}
