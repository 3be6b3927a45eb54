import { inParallel } from '../check-in-parallel.ts'
import type { Databases } from '../databases.ts'
import type { History } from '../history.ts'
import { READS } from '../recovery.ts'
import type { Client } from '../repeating-client.ts'
import { idsOf } from '../stores/postgres-store.ts'

type Of = { client: Client; history: History; databases: Databases }

/** Members with their followers and sessions, and what other services keep of them. */
export const membersAreWhole = async (of: Of): Promise<string[]> => [
  ...(await profilesCount(of)),
  ...(await counted(of)),
  ...(await copiesAreEqual(of)),
  ...(await endedStaysEnded(of)),
]

/** I1, I4: profiles count exactly the followers and posts that were acknowledged. */
async function profilesCount({ client, history }: Of): Promise<string[]> {
  const posts = Map.groupBy(history.posts.values(), ({ author }) => author._id)
  return inParallel(history.members.values(), async ({ _id, token }) => {
    const { status, body } = await client.insist({ path: `/auth/profile/${_id}`, token })
    const { followerCount, postCount } = (body['user'] ?? {}) as Record<string, number>
    const expected = [history.followers.get(_id)?.size ?? 0, posts.get(_id)?.length ?? 0]
    const isWhole = status === 200 && followerCount === expected[0] && postCount === expected[1]
    return isWhole
      ? []
      : [`I1 I4 member ${_id}: ${status}, followers and posts ${[followerCount, postCount]}/${expected}`]
  })
}

const MISCOUNTED = `
  select member_id from profiles p
  where follower_count <> (select count(*) from follows where to_id = p.member_id and active)
    or following_count <> (select count(*) from follows where from_id = p.member_id and active)`

/** I4: counters equal the sets below them. */
async function counted({ databases }: Of): Promise<string[]> {
  const wrong = await databases.query('social', MISCOUNTED)
  return wrong.length > 0 ? [`I4 ${wrong.length} profiles count wrongly`] : []
}

/** I5: what services keep of members equals what the owners have. */
async function copiesAreEqual({ databases: { query, stores } }: Of): Promise<string[]> {
  const inOrder = (ids: string[]) => ids.sort().join()
  const accounts = inOrder(idsOf(await query('auth', 'select id from accounts')))
  const follows = inOrder(await stores.social.follows())
  return inParallel(['social', 'posts', 'notify', 'chat'] as const, async (service) => [
    ...(inOrder(await stores[service].follows()) === follows
      ? []
      : [`I5 follows of ${service} differ from their owner's`]),
    ...(inOrder(await stores[service].members()) === accounts
      ? []
      : [`I5 members of ${service} differ from their owner's`]),
  ])
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
