import { calls } from '@meadow/contracts'
import { Refused } from '../calls.ts'
import { renderScene } from '../pictures/render.ts'
import type { PlannedPost } from '../plan/posts.ts'
import { upload } from './upload.ts'
import { citizenOf, inLanes, type World } from './world.ts'

const LANES = 6

/** Publishes all posts and lets the others say what they think of them. */
export async function publishAll(world: World, posts: readonly PlannedPost[]): Promise<void> {
  let done = 0
  await inLanes(LANES, posts, async (post, index) => {
    const id = await world.notes.once(`post ${index}`, () => publish(world, post, `post ${index}`))
    await world.notes.once(`answers to ${index}`, () => react(world, post, { id, name: `post ${index}` }))
    done += 1
    world.progress(`${done} of ${posts.length} posts`)
  })
}

async function publish(
  world: World,
  { by: author, at: when, content, picture }: PlannedPost,
  key: string,
): Promise<string> {
  const { call, notes } = world
  const { token: by } = citizenOf(world, author)
  const create = async (image?: { image: string; alt: string }) =>
    (await call(calls.createPost, { by, when, key, body: { content, ...image } }))._id
  if (!picture) return create()

  const { scene, seed, alt } = picture
  const draw = async () => upload(call, { by, when, purpose: 'post', picture: await renderScene(scene, seed) })
  const name = `picture of ${key}`
  try {
    return await create({ image: await notes.once(name, draw), alt })
  } catch (error) {
    if (!isRefused(error)) throw error
    const image = await draw()
    notes.set(name, image)
    return create({ image, alt })
  }
}

/** A picture from before an interruption is forgotten as one that nobody has used for long: it was uploaded in its time. */
const isRefused = (error: unknown) => error instanceof Refused && error.code === 'invalid_request'

/** Likes and comments in the order in which they came, so that others are told of them in that order. */
async function react(world: World, { comments, likes }: PlannedPost, { id, name }: { id: string; name: string }) {
  const { call } = world
  const params = { id }
  const acts = [
    ...comments.map(({ by, text, at }, i) => ({
      at,
      act: () =>
        call(calls.addComment, { params, when: at, by: tokenOf(world, by), key: `${name} ${i}`, body: { text } }),
    })),
    ...likes.map(({ by, at }) => ({
      at,
      act: () => call(calls.likePost, { params, when: at, by: tokenOf(world, by), body: { state: true } }),
    })),
  ]
  for (const { act } of acts.sort((a, b) => a.at.getTime() - b.at.getTime())) await act()
  return 'said'
}

const tokenOf = (world: World, username: string) => citizenOf(world, username).token
