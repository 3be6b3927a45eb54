import { calls } from '@meadow/contracts'
import { readCaptions, readPostPicture, readVideo } from '../pictures.ts'
import type { PlannedComment, PlannedLike, PlannedPost } from '../plan/posts.ts'
import type { PlannedShare } from '../plan/shares.ts'
import { CallError } from '../service-calls.ts'
import { type FillContext, forEachConcurrently, getMember } from './context.ts'
import { uploadCaptionedVideo, uploadPicture } from './upload.ts'

const MAX_CONCURRENCY = 6

/** Publishes the posts that are not published yet, and what members do with them. `stage` names the journal entries. */
export async function publishPosts(context: FillContext, posts: readonly PlannedPost[], stage: string): Promise<void> {
  let done = 0
  await forEachConcurrently(MAX_CONCURRENCY, posts, async (post) => {
    const _id = await context.journal.once(post.id, () => publishPost(context, post))
    await context.journal.once(`${stage} reactions to ${post.id}`, () => addReactions(context, post, _id))
    done += 1
    context.reportProgress(`${done} of ${posts.length} posts`)
  })
}

type PostMedia = { image: string; alt: string } | { video: string }

async function publishPost(context: FillContext, { id, by, at, ...post }: PlannedPost): Promise<string> {
  const { call, journal } = context
  const { token } = getMember(context, by)
  const content = post.edit?.firstContent ?? post.content
  const create = async (media?: PostMedia) =>
    (await call(calls.createPost, { token, at, clientKey: id, body: { content, ...media } }))._id
  const media = planMedia(context, token, post)
  if (!media) return create()

  const entry = `${media.noun} of ${id}`
  try {
    return await create(media.toFields(await journal.once(entry, media.upload)))
  } catch (error) {
    if (!isInvalidRequest(error)) throw error
    // The upload is from before a long interruption and was removed since, because no post used it.
    const uploaded = await media.upload()
    journal.set(entry, uploaded)
    return create(media.toFields(uploaded))
  }
}

/** Returns how the picture or video of a post is uploaded, and the fields of the post that name it. */
function planMedia({ call }: FillContext, token: string, { picture, video }: Pick<PlannedPost, 'picture' | 'video'>) {
  if (video)
    return {
      noun: 'video',
      upload: async () => {
        const [file, captions] = await Promise.all([readVideo(video.video), readCaptions(video.video)])
        return uploadCaptionedVideo(call, { token, at: new Date(), video: file, captions })
      },
      toFields: (uploaded: string): PostMedia => ({ video: uploaded }),
    }
  return (
    picture && {
      noun: 'picture',
      upload: async () =>
        uploadPicture(call, { token, at: new Date(), purpose: 'post', picture: await readPostPicture(picture.name) }),
      toFields: (image: string): PostMedia => ({ image, alt: picture.alt }),
    }
  )
}

const isInvalidRequest = (error: unknown) => error instanceof CallError && error.code === 'invalid_request'

/** Adds what members do with a post in the order of the times, which is the order of the notifications, too. */
async function addReactions(context: FillContext, post: PlannedPost, _id: string): Promise<string> {
  const { call, journal } = context
  const params = { id: _id }
  const tokenOf = (username: string) => getMember(context, username).token
  const addComment = async ({ id, by, text, at, repliesTo }: PlannedComment) => {
    const body = { text, ...(repliesTo && { parentId: journal.get(repliesTo) }) }
    return (await call(calls.addComment, { params, at, token: tokenOf(by), clientKey: id, body })).comment._id
  }
  const likeComment = (id: string, { by, at }: PlannedLike) => {
    const commentParams = { ...params, commentId: journal.get(id) ?? '' }
    return call(calls.likeComment, { params: commentParams, at, token: tokenOf(by), body: { state: true } })
  }
  const editPost = async (at: Date) => {
    const by = { at, token: tokenOf(post.by) }
    const { rev } = await call(calls.getPost, { params, ...by })
    await call(calls.editPost, { params, ...by, body: { content: post.content, rev } })
  }
  const reactions: { at: Date; add: () => Promise<unknown> }[] = [
    ...post.comments.map((comment) => ({
      at: comment.at,
      add: () => journal.once(comment.id, () => addComment(comment)),
    })),
    ...post.comments.flatMap(({ id, likes }) =>
      likes.map((like) => ({ at: like.at, add: () => likeComment(id, like) })),
    ),
    ...post.likes.map(({ by, at }) => ({
      at,
      add: () => call(calls.likePost, { params, at, token: tokenOf(by), body: { state: true } }),
    })),
    ...(post.edit ? [post.edit] : []).map(({ at }) => ({ at, add: () => editPost(at) })),
  ]
  for (const { add } of reactions.sort((a, b) => a.at.getTime() - b.at.getTime())) await add()
  return 'added'
}

/** Shares posts that are published, or links to them. */
export async function sharePosts(context: FillContext, shares: readonly PlannedShare[]): Promise<void> {
  const { call, journal, origin } = context
  for (const { id, by, of, content, isLink, at } of shares) {
    const shared = journal.get(of) ?? ''
    const caller = { at, token: getMember(context, by).token, clientKey: id }
    const link = origin ? `\n\n${origin}/post/${shared}` : ''
    const share = async () =>
      isLink
        ? call(calls.createPost, { ...caller, body: { content: `${content}${link}` } })
        : (await call(calls.sharePost, { ...caller, params: { id: shared }, body: { content } })).post
    await journal.once(id, async () => (await share())._id)
  }
}
