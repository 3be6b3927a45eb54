import { calls } from '@meadow/contracts'
import { readPostPicture } from '../pictures.ts'
import type { PlannedPost } from '../plan/posts.ts'
import { CallError } from '../service-calls.ts'
import { type FillContext, forEachConcurrently, getMember } from './context.ts'
import { uploadPicture } from './upload.ts'

const MAX_CONCURRENCY = 6

/** Publishes the posts that are not published yet, and adds their likes and comments. `stage` names the journal entries. */
export async function publishPosts(context: FillContext, posts: readonly PlannedPost[], stage: string): Promise<void> {
  let done = 0
  await forEachConcurrently(MAX_CONCURRENCY, posts, async (post) => {
    const _id = await context.journal.once(post.id, () => publishPost(context, post))
    await context.journal.once(`${stage} reactions to ${post.id}`, () => addReactions(context, post, _id))
    done += 1
    context.reportProgress(`${done} of ${posts.length} posts`)
  })
}

async function publishPost(context: FillContext, { id, by, at, content, picture }: PlannedPost): Promise<string> {
  const { call, journal } = context
  const { token } = getMember(context, by)
  const create = async (image?: { image: string; alt: string }) =>
    (await call(calls.createPost, { token, at, clientKey: id, body: { content, ...image } }))._id
  if (!picture) return create()

  const { name, alt } = picture
  const upload = async () =>
    uploadPicture(call, { token, at: new Date(), purpose: 'post', picture: await readPostPicture(name) })
  const entry = `picture of ${id}`
  try {
    return await create({ image: await journal.once(entry, upload), alt })
  } catch (error) {
    if (!isInvalidRequest(error)) throw error
    // The upload is from before a long interruption and was removed since, because no post used it.
    const image = await upload()
    journal.set(entry, image)
    return create({ image, alt })
  }
}

const isInvalidRequest = (error: unknown) => error instanceof CallError && error.code === 'invalid_request'

/** Adds likes and comments in the order of their times, which is the order of the notifications, too. */
async function addReactions(context: FillContext, { comments, likes }: PlannedPost, _id: string): Promise<string> {
  const { call } = context
  const params = { id: _id }
  const tokenOf = (username: string) => getMember(context, username).token
  const reactions = [
    ...comments.map(({ id, by, text, at }) => ({
      at,
      add: () => call(calls.addComment, { params, at, token: tokenOf(by), clientKey: id, body: { text } }),
    })),
    ...likes.map(({ by, at }) => ({
      at,
      add: () => call(calls.likePost, { params, at, token: tokenOf(by), body: { state: true } }),
    })),
  ]
  for (const { add } of reactions.sort((a, b) => a.at.getTime() - b.at.getTime())) await add()
  return 'added'
}
