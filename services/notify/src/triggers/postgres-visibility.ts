import { NIL_UUID } from '@meadow/members'
import type { VisibilityScope } from './notification-writer.ts'
import { applyActorCountChanges, type NotificationWriterDeps } from './postgres-actor-counts.ts'
import {
  type ActorRow,
  lockCountersOf,
  SELECT_ACTORS,
  toActorKeys,
  visibleActorSql,
} from './postgres-notification-actors.ts'
import { repeatInBatches } from './repeat-in-batches.ts'

const PAGE_SIZE = 2_000

/** Applies the visibility policy to the actors in `scope`. */
export async function updateVisibility(deps: NotificationWriterDeps, scope: VisibilityScope, at: Date): Promise<void> {
  if (scope === 'everyone') return updateAllActors(deps, at)
  const [conditions, ids] = 'actor' in scope ? [OF_ACTOR, [scope.actor]] : [BETWEEN_MEMBERS, scope.between]
  for (const condition of conditions) await updateActorsWhere(deps, condition, ids, at)
}

/** Actions of the member `$2`, and what others do in the posts of this member: mentions, replies, likes of comments. */
const OF_ACTOR = [
  'a.actor_id = $2',
  `(n.type = 'mention' or n.target_comment_id is not null)
     and n.post_id in (select id from posts where author_id = $2 and not deleted)`,
]

/** Actions of the members `$2` and `$3` that notify the other, and what mentions, answers or likes one of them in the posts of the other. */
const BETWEEN_MEMBERS = [
  '(a.actor_id, n.member_id) in (($2::uuid, $3::uuid), ($3::uuid, $2::uuid))',
  `n.type = 'mention' and n.member_id in ($2, $3) and exists (
     select from posts p where p.id = n.post_id and p.author_id in ($2, $3) and p.author_id <> n.member_id)`,
  `n.target_comment_id is not null and n.member_id in ($2, $3)
     and n.post_id in (select id from posts where author_id in ($2, $3) and not deleted)`,
]

/** Applies the policy to all actors, page by page, so that every statement is short. */
async function updateAllActors(deps: NotificationWriterDeps, at: Date): Promise<void> {
  let last: [string, string] | undefined = [NIL_UUID, NIL_UUID]
  while (last) {
    const { rows }: { rows: Pick<ActorRow, 'id' | 'actor_id'>[] } = await deps.tx.query(
      `select notification_id as id, actor_id from notification_actors where (notification_id, actor_id) > ($1, $2)
       order by notification_id, actor_id limit $3`,
      [...last, PAGE_SIZE],
    )
    const end = rows.at(-1)
    const upTo: [string, string] | undefined = end && [end.id, end.actor_id]
    const page = '(a.notification_id, a.actor_id) > ($2, $3) and (a.notification_id, a.actor_id) <= ($4, $5)'
    if (upTo) await updateActorsWhere(deps, page, [...last, ...upTo], at)
    last = upTo
  }
}

async function updateActorsWhere(
  deps: NotificationWriterDeps,
  condition: string,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  const { tx } = deps
  await repeatInBatches(async (limit) => {
    const { rows: outdated } = await tx.query<ActorRow>(
      `${SELECT_ACTORS} where a.hidden = ${visibleActorSql('n', 'n.member_id', 'a.actor_id')} and ${condition} limit $1`,
      [limit, ...ids],
    )
    await lockCountersOf(tx, outdated)
    await tx.query(
      `update notification_actors set hidden = not hidden
       where (notification_id, actor_id) in (select * from unnest($1::uuid[], $2::uuid[]))`,
      toActorKeys(outdated),
    )
    await applyActorCountChanges(
      deps,
      outdated.map(({ id, hidden }) => ({ notificationId: id, delta: hidden ? 1 : -1 })),
      at,
    )
    return outdated.length
  })
}
