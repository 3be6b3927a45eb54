import { checkInParallel } from '../check-in-parallel.ts'
import type { Databases } from '../databases.ts'
import type { History } from '../history.ts'
import type { RepeatingClient } from '../repeating-client.ts'

type PostCheckDeps = { client: RepeatingClient; history: History; databases: Databases }

/** Checks posts, likes and comments through the API and in the store. */
export const checkPosts = async (deps: PostCheckDeps): Promise<string[]> => [
  ...(await checkAcknowledgedPosts(deps)),
  ...(await checkCounters(deps)),
  ...(await checkTexts(deps)),
]

/** I1, I2, I4: checks that acknowledged posts exist with their likes and comments, and deleted ones do not. */
async function checkAcknowledgedPosts({ client, history }: PostCheckDeps): Promise<string[]> {
  const commentsOf = Map.groupBy(history.comments, ({ postId }) => postId)
  const violations = await checkInParallel(history.posts.values(), async ({ _id, author, text }) => {
    const { status, body } = await client.callUntilResponse({ path: `/posts/${_id}`, token: author.token })
    const [likes, comments] = [history.likes.get(_id)?.size ?? 0, commentsOf.get(_id)?.length ?? 0]
    const isWhole =
      status === 200 && body['content'] === text && body['likesCount'] === likes && body['commentsCount'] === comments
    return isWhole
      ? []
      : [
          `I1 I4 post ${_id}: ${status}, ${body['likesCount']}/${likes} likes, ${body['commentsCount']}/${comments} comments`,
        ]
  })
  const wronglyVisible = await checkInParallel(history.deleted.values(), async ({ _id, author }) => {
    const { status } = await client.callUntilResponse({ path: `/posts/${_id}`, token: author.token })
    return status === 404 ? [] : [`I2 the deleted post ${_id} responds with ${status}`]
  })
  return [...violations, ...wronglyVisible]
}

/** I4: checks that counters equal the number of rows. */
async function checkCounters({ databases }: PostCheckDeps): Promise<string[]> {
  const wrong = await databases.posts.countWrongCounters()
  return wrong > 0 ? [`I4 ${wrong} posts have wrong counters`] : []
}

/** I2, I3: checks that each acknowledged text is stored once, and no rejected one. */
async function checkTexts({ history, databases }: PostCheckDeps): Promise<string[]> {
  const stored = (await databases.posts.listTexts()).sort()
  const expected = [
    ...[...history.posts.values()].map(({ text }) => text),
    ...history.comments.filter(({ postId }) => history.posts.has(postId)).map(({ text }) => text),
  ].sort()
  const refused = new Set(history.refused)
  return [
    ...(JSON.stringify(stored) === JSON.stringify(expected)
      ? []
      : [`I3 ${stored.length} texts for ${expected.length}`]),
    ...stored.filter((text) => refused.has(text)).map((text) => `I2 '${text}' was rejected`),
  ]
}
