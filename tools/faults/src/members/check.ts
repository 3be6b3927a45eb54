import { checkInParallel } from '../check-in-parallel.ts'
import type { Databases } from '../databases.ts'
import type { History } from '../history.ts'
import { READ_PATH_BY_SERVICE } from '../recovery.ts'
import type { RepeatingClient } from '../repeating-client.ts'
import { toIds } from '../stores/postgres-store.ts'

type MemberCheckDeps = { client: RepeatingClient; history: History; databases: Databases }

/** Checks members, follows and sessions, and the read models of other services. */
export const checkMembers = async (deps: MemberCheckDeps): Promise<string[]> => [
  ...(await checkProfiles(deps)),
  ...(await checkFollowCounters(deps)),
  ...(await checkReadModels(deps)),
  ...(await checkEndedSessions(deps)),
]

/** I1, I4: checks that profiles count exactly the acknowledged followers and posts. */
async function checkProfiles({ client, history }: MemberCheckDeps): Promise<string[]> {
  const posts = Map.groupBy(history.posts.values(), ({ author }) => author._id)
  return checkInParallel(history.members.values(), async ({ _id, token }) => {
    const { status, body } = await client.callUntilResponse({ path: `/auth/profile/${_id}`, token })
    const { followerCount, postCount } = (body['user'] ?? {}) as Record<string, number>
    const expected = [history.followers.get(_id)?.size ?? 0, posts.get(_id)?.length ?? 0]
    const isWhole = status === 200 && followerCount === expected[0] && postCount === expected[1]
    return isWhole
      ? []
      : [`I1 I4 member ${_id}: ${status}, followers and posts ${[followerCount, postCount]}/${expected}`]
  })
}

const WRONG_COUNTERS_SQL = `
  select member_id from profiles p
  where follower_count <> (select count(*) from follows where to_id = p.member_id and active)
    or following_count <> (select count(*) from follows where from_id = p.member_id and active)`

/** I4: checks that counters equal the number of rows. */
async function checkFollowCounters({ databases }: MemberCheckDeps): Promise<string[]> {
  const wrong = await databases.query('social', WRONG_COUNTERS_SQL)
  return wrong.length > 0 ? [`I4 ${wrong.length} profiles have wrong counters`] : []
}

/** I5: checks that the read models equal the data of the owners. */
async function checkReadModels({ databases: { query, stores } }: MemberCheckDeps): Promise<string[]> {
  const inOrder = (ids: string[]) => ids.sort().join()
  const accounts = inOrder(toIds(await query('auth', 'select id from accounts')))
  const follows = inOrder(await stores.social.follows())
  return checkInParallel(['social', 'posts', 'notify', 'chat'] as const, async (service) => [
    ...(inOrder(await stores[service].follows()) === follows
      ? []
      : [`I5 follows of ${service} differ from their owner's`]),
    ...(inOrder(await stores[service].members()) === accounts
      ? []
      : [`I5 members of ${service} differ from their owner's`]),
  ])
}

/** I7: checks that every service rejects ended sessions. */
async function checkEndedSessions({ client, history }: MemberCheckDeps): Promise<string[]> {
  return checkInParallel(history.ended, async (token) => {
    const responses = await Promise.all(
      Object.values(READ_PATH_BY_SERVICE).map((path) => client.callUntilResponse({ path, token })),
    )
    return responses.every(({ status }) => status === 401)
      ? []
      : [`I7 an ended session: ${responses.map((one) => one.status)}`]
  })
}
