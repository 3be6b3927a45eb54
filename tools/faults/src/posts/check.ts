import { inParallel } from '../check-in-parallel.ts'
import type { Databases } from '../databases.ts'
import type { History } from '../history.ts'
import type { Client } from '../repeating-client.ts'

type Of = { client: Client; history: History; databases: Databases }

/** Posts with what is under them, as authors see them and as they are stored. */
export const postsAreWhole = async (of: Of): Promise<string[]> => [
  ...(await shownAsAcknowledged(of)),
  ...(await counted(of)),
  ...(await nothingTwice(of)),
]

/** I1, I2, I4: what was acknowledged shows, with the likes and comments that it got; what was deleted does not. */
async function shownAsAcknowledged({ client, history }: Of): Promise<string[]> {
  const commentsOf = Map.groupBy(history.comments, ({ postId }) => postId)
  const shown = await inParallel(history.posts.values(), async ({ _id, author, text }) => {
    const { status, body } = await client.insist({ path: `/posts/${_id}`, token: author.token })
    const [likes, comments] = [history.likes.get(_id)?.size ?? 0, commentsOf.get(_id)?.length ?? 0]
    const isWhole =
      status === 200 && body['content'] === text && body['likesCount'] === likes && body['commentsCount'] === comments
    return isWhole
      ? []
      : [
          `I1 I4 post ${_id}: ${status}, ${body['likesCount']}/${likes} likes, ${body['commentsCount']}/${comments} comments`,
        ]
  })
  const gone = await inParallel(history.deleted.values(), async ({ _id, author }) => {
    const { status } = await client.insist({ path: `/posts/${_id}`, token: author.token })
    return status === 404 ? [] : [`I2 the deleted post ${_id} is answered ${status}`]
  })
  return [...shown, ...gone]
}

/** I4: counters equal the sets below them. */
async function counted({ databases }: Of): Promise<string[]> {
  const wrong = await databases.posts.miscounted()
  return wrong > 0 ? [`I4 ${wrong} posts count wrongly`] : []
}

/** I2, I3: each text is there as often as it was acknowledged, which is once or never. */
async function nothingTwice({ history, databases }: Of): Promise<string[]> {
  const there = (await databases.posts.texts()).sort()
  const expected = [
    ...[...history.posts.values()].map(({ text }) => text),
    ...history.comments.filter(({ postId }) => history.posts.has(postId)).map(({ text }) => text),
  ].sort()
  const refused = new Set(history.refused)
  return [
    ...(JSON.stringify(there) === JSON.stringify(expected) ? [] : [`I3 ${there.length} texts for ${expected.length}`]),
    ...there.filter((text) => refused.has(text)).map((text) => `I2 '${text}' was refused`),
  ]
}
