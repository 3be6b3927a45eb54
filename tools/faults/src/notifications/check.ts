import type { Databases } from '../databases.ts'
import type { History } from '../history.ts'

type NotificationCheckDeps = { history: History; databases: Databases }

const NOTIFICATIONS_SQL = `
  select n.type, coalesce(n.post_id, n.member_id) as about, a.actor_id as actor
  from notifications n join notification_actors a on a.notification_id = n.id`

const WRONG_COUNTERS_SQL = `
  select c.member_id from counters c
  where c.total <> (select count(*) from notifications n where n.member_id = c.member_id and c.type in ('all', n.type))
     or c.unread <> (select count(*) from notifications n
          where n.member_id = c.member_id and c.type in ('all', n.type) and not n.is_read)`

const UNREAD_SQL = 'select id from notifications where id = any($1::uuid[]) and not is_read'

/** I1, I3, I4, I5: checks that each like, comment and follow has one notification, the counters, and the read state. */
export async function checkNotifications({ history, databases: { query } }: NotificationCheckDeps): Promise<string[]> {
  const rows = await query('notify', NOTIFICATIONS_SQL)
  const stored = (type: string) =>
    rows.filter((row) => row['type'] === type).map(({ about, actor }) => `${about} ${actor}`)
  const listByOthers = (postId: string, members: Iterable<string>) =>
    [...members].filter((by) => by !== history.posts.get(postId)?.author._id).map((by) => `${postId} ${by}`)
  const existingPosts = [...history.posts.keys()]
  const likes = existingPosts.flatMap((postId) => listByOthers(postId, history.likes.get(postId) ?? []))
  const comments = existingPosts.flatMap((postId) =>
    listByOthers(
      postId,
      history.comments.filter((one) => one.postId === postId).map(({ by }) => by),
    ),
  )
  const follows = [...history.followers].flatMap(([member, by]) => [...by].map((follower) => `${member} ${follower}`))
  const miscounted = await query('notify', WRONG_COUNTERS_SQL)
  const unmarked = await query('notify', UNREAD_SQL, [[...history.marked]])
  return [
    ...findDifferences('likes', stored('like'), likes),
    ...findDifferences('comments', stored('comment'), comments),
    ...findMissing('follows', stored('follow'), follows), // an unfollow does not remove its notification
    ...(unmarked.length > 0 ? [`I1 ${unmarked.length} notifications are unread again`] : []),
    ...(miscounted.length > 0 ? [`I4 ${miscounted.length} notification counters are wrong`] : []),
  ]
}

/** Finds lost and repeated notifications. An action may be notified again after its notification was read. */
function findMissing(type: string, stored: string[], performed: string[]): string[] {
  const countOf = (all: string[], one: string) => all.filter((other) => other === one).length
  const storedActions = new Set(stored)
  const all = [...new Set(performed)]
  const lost = all.filter((one) => !storedActions.has(one))
  const repeated = all.filter((one) => countOf(stored, one) > countOf(performed, one))
  return [
    ...(lost.length > 0 ? [`I5 ${lost.length} ${type} have no notification`] : []),
    ...(repeated.length > 0 ? [`I3 ${repeated.length} ${type} have two notifications`] : []),
  ]
}

function findDifferences(type: string, stored: string[], performed: string[]): string[] {
  const expectedActions = new Set(performed)
  const unexpected = stored.filter((one) => !expectedActions.has(one))
  return [
    ...findMissing(type, stored, performed),
    ...(unexpected.length > 0 ? [`I3 ${unexpected.length} notifications of missing ${type}`] : []),
  ]
}
