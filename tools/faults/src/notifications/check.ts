import type { Databases } from '../databases.ts'
import type { History } from '../history.ts'

type Of = { history: History; databases: Databases }

const TOLD = `
  select n.type, coalesce(n.post_id, n.member_id) as about, a.actor_id as actor
  from notifications n join notification_actors a on a.notification_id = n.id`

const MISCOUNTED = `
  select c.member_id from counters c
  where c.total <> (select count(*) from notifications n where n.member_id = c.member_id and c.type in ('all', n.type))
     or c.unread <> (select count(*) from notifications n
          where n.member_id = c.member_id and c.type in ('all', n.type) and not n.is_read)`

const UNMARKED = 'select id from notifications where id = any($1::uuid[]) and not is_read'

/** I1, I3, I4, I5: who liked, commented and followed is told, each once; nobody else is; the counters agree, and what was read stays read. */
export async function notificationsAreTold({ history, databases: { query } }: Of): Promise<string[]> {
  const rows = await query('notify', TOLD)
  const told = (type: string) =>
    rows.filter((row) => row['type'] === type).map(({ about, actor }) => `${about} ${actor}`)
  const others = (postId: string, members: Iterable<string>) =>
    [...members].filter((by) => by !== history.posts.get(postId)?.author._id).map((by) => `${postId} ${by}`)
  const living = [...history.posts.keys()]
  const likes = living.flatMap((postId) => others(postId, history.likes.get(postId) ?? []))
  const comments = living.flatMap((postId) =>
    others(
      postId,
      history.comments.filter((one) => one.postId === postId).map(({ by }) => by),
    ),
  )
  const follows = [...history.followers].flatMap(([member, by]) => [...by].map((follower) => `${member} ${follower}`))
  const miscounted = await query('notify', MISCOUNTED)
  const unmarked = await query('notify', UNMARKED, [[...history.marked]])
  return [
    ...differences('likes', told('like'), likes),
    ...differences('comments', told('comment'), comments),
    ...missing('follows', told('follow'), follows), // an unfollow leaves what was told
    ...(unmarked.length > 0 ? [`I1 ${unmarked.length} notifications are not read any more`] : []),
    ...(miscounted.length > 0 ? [`I4 ${miscounted.length} counters of notifications count wrongly`] : []),
  ]
}

/** What is told again once it was read is told at most as often as it was done. */
function missing(what: string, told: string[], done: string[]): string[] {
  const times = (all: string[], one: string) => all.filter((other) => other === one).length
  const known = new Set(told)
  const all = [...new Set(done)]
  const lost = all.filter((one) => !known.has(one))
  const repeated = all.filter((one) => times(told, one) > times(done, one))
  return [
    ...(lost.length > 0 ? [`I5 ${lost.length} ${what} were not told`] : []),
    ...(repeated.length > 0 ? [`I3 ${repeated.length} ${what} were told twice`] : []),
  ]
}

function differences(what: string, told: string[], done: string[]): string[] {
  const known = new Set(done)
  const invented = told.filter((one) => !known.has(one))
  return [
    ...missing(what, told, done),
    ...(invented.length > 0 ? [`I3 ${invented.length} ${what} were told that are not there`] : []),
  ]
}
