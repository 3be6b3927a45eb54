import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from './client.ts'
import type { Databases } from './databases.ts'
import type { History } from './history.ts'
import { notificationsAreTold } from './notifications.ts'
import { READS } from './recovery.ts'

type Of = { client: Client; history: History; databases: Databases }

const QUIET_MS = 20_000
const AT_ONCE = 8

/** Reads everything back once it is quiet; answers one line for each invariant that does not hold. */
export async function check(of: Of): Promise<string[]> {
  const broken = [...(await becomesQuiet(of)), ...(await postsAreWhole(of)), ...(await membersAreWhole(of))]
  return [
    ...broken,
    ...(await setsEqualCounts(of)),
    ...(await nothingTwice(of)),
    ...(await notificationsAreTold(of)),
    ...(await endedStaysEnded(of)),
  ]
}

/** I5: outboxes empty, nothing left on the bus, no dead letter. */
async function becomesQuiet({ databases }: Of): Promise<string[]> {
  const until = Date.now() + QUIET_MS
  for (;;) {
    const left = await Promise.all([
      ...(['auth', 'social', 'posts', 'notify'] as const).map(databases.waiting),
      databases.lag(),
    ])
    if (left.every((count) => count === 0)) break
    if (Date.now() > until) return [`I5 events still wait (outboxes of auth, social, posts, notify; bus): ${left}`]
    await delay(100)
  }
  const dead = await databases.query('bus', `select topic from log where topic like '%.dead'`)
  return dead.length > 0 ? [`I5 there are ${dead.length} dead letters`] : []
}

/** I1, I2, I4: what was acknowledged shows, with the likes and comments that it got; what was deleted does not. */
async function postsAreWhole({ client, history }: Of): Promise<string[]> {
  const commentsOf = Map.groupBy(history.comments, ({ postId }) => postId)
  const shown = await inParallel([...history.posts.values()], async ({ _id, author, text }) => {
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
  const gone = await inParallel([...history.deleted.values()], async ({ _id, author }) => {
    const { status } = await client.insist({ path: `/posts/${_id}`, token: author.token })
    return status === 404 ? [] : [`I2 the deleted post ${_id} is answered ${status}`]
  })
  return [...shown, ...gone]
}

/** I1, I4: profiles count exactly the followers and posts that were acknowledged. */
async function membersAreWhole({ client, history }: Of): Promise<string[]> {
  const posts = Map.groupBy(history.posts.values(), ({ author }) => author._id)
  return inParallel([...history.members.values()], async ({ _id, token }) => {
    const { status, body } = await client.insist({ path: `/auth/profile/${_id}`, token })
    const { followerCount, postCount } = (body['user'] ?? {}) as Record<string, number>
    const expected = [history.followers.get(_id)?.size ?? 0, posts.get(_id)?.length ?? 0]
    const isWhole = status === 200 && followerCount === expected[0] && postCount === expected[1]
    return isWhole
      ? []
      : [`I1 I4 member ${_id}: ${status}, followers and posts ${[followerCount, postCount]}/${expected}`]
  })
}

/** I4, I5: counters equal the sets below them, and the copies of other services equal their owners'. */
async function setsEqualCounts({ databases: { query } }: Of): Promise<string[]> {
  const wrong = await query(
    'posts',
    `select id from posts p where likes_count <> (select count(*) from likes where post_id = p.id)
       or comments_count <> (select count(*) from comments where post_id = p.id)`,
  )
  const wrongProfiles = await query(
    'social',
    `select member_id from profiles p
     where follower_count <> (select count(*) from follows where to_id = p.member_id and active)
       or following_count <> (select count(*) from follows where from_id = p.member_id and active)`,
  )
  const follows = 'select from_id, to_id from follows where active order by 1, 2'
  const members = 'select id from members order by id'
  const same = async (what: string, one: Promise<unknown>, other: Promise<unknown>) =>
    JSON.stringify(await one) === JSON.stringify(await other) ? [] : [`I5 ${what} differ from their owner's`]
  return [
    ...(wrong.length > 0 ? [`I4 ${wrong.length} posts count wrongly`] : []),
    ...(wrongProfiles.length > 0 ? [`I4 ${wrongProfiles.length} profiles count wrongly`] : []),
    ...(await same('follows of posts', query('posts', follows), query('social', follows))),
    ...(await same('members of posts', query('posts', members), query('auth', 'select id from accounts order by id'))),
    ...(await same(
      'members of social',
      query('social', members),
      query('auth', 'select id from accounts order by id'),
    )),
  ]
}

/** I2, I3: each text is there as often as it was acknowledged, which is once or never. */
async function nothingTwice({ history, databases }: Of): Promise<string[]> {
  const rows = await databases.query('posts', 'select content as text from posts union all select text from comments')
  const there = rows.map(({ text }) => String(text)).sort()
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

/** I7, by every service. */
async function endedStaysEnded({ client, history }: Of): Promise<string[]> {
  return inParallel(history.ended, async (token) => {
    const answers = await Promise.all(Object.values(READS).map((path) => client.insist({ path, token })))
    return answers.every(({ status }) => status === 401)
      ? []
      : [`I7 an ended session: ${answers.map((one) => one.status)}`]
  })
}

async function inParallel<T>(items: T[], look: (item: T) => Promise<string[]>): Promise<string[]> {
  const left = [...items]
  const broken: string[] = []
  const work = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) broken.push(...(await look(item)))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return broken
}
