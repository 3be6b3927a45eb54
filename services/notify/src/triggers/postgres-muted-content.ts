import type { MutedWord } from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import type { MutedContentCopy } from './muted-content-copy.ts'
import { getTriggerText, isMutedTrigger, type MutedByMember } from './muted-trigger.ts'
import type { AcceptedTrigger } from './notification-trigger.ts'

/** Creates the copy of muted posts and tags on PostgreSQL. A change deletes what ended 30 days before it. */
export const createPostgresMutedContentCopy = (tx: Queryable): MutedContentCopy => ({
  async apply({ memberId, kind, target, rev, until, at }) {
    await tx.query(
      `insert into muted_content as known (member_id, kind, target, rev, until) values ($1, $2, $3, $4, $5)
       on conflict (member_id, kind, target) do update set rev = excluded.rev, until = excluded.until
       where known.rev < excluded.rev`,
      [memberId, kind, target, rev, until],
    )
    await tx.query(`delete from muted_content where member_id = $1 and until < $2::timestamptz - interval '30 days'`, [
      memberId,
      at,
    ])
  },
})

const FIND_MUTED = `
  select member_id as "memberId", coalesce((select words from muted_words w where w.member_id = t.member_id), '[]') as words,
    coalesce((
      select json_agg(json_build_object('kind', kind, 'target', target, 'until', until)) from muted_content c where c.member_id = t.member_id
    ), '[]') as content
  from unnest($1::uuid[]) as t (member_id)
  where exists (select from muted_words w where w.member_id = t.member_id)
    or exists (select from muted_content c where c.member_id = t.member_id)`

type MutedRow = {
  memberId: string
  words: MutedWord[]
  content: { kind: string; target: string; until: string | null }[]
}

/** Returns the triggers that their members do not mute. Notices of moderators, which have no actor, are never muted. */
export async function leaveOutMutedTriggers(
  tx: Queryable,
  triggers: readonly AcceptedTrigger[],
): Promise<AcceptedTrigger[]> {
  const memberIds = [...new Set(triggers.map(({ to }) => to))]
  if (memberIds.length === 0) return []
  const { rows } = await tx.query<MutedRow>({ name: 'find-muted-by-members', text: FIND_MUTED, values: [memberIds] })
  if (rows.length === 0) return [...triggers]
  const mutedByMember = new Map(rows.map(({ memberId, ...muted }) => [memberId, toMuted(muted)]))
  const excerpts = await readPostExcerpts(tx, triggers)
  return triggers.filter((trigger) => {
    const muted = mutedByMember.get(trigger.to)
    if (!muted || trigger.to === trigger.from) return true
    return !isMutedTrigger(trigger, getTriggerText(trigger, excerpts.get(trigger.postId ?? '') ?? ''), muted)
  })
}

const toMuted = ({ words, content }: Omit<MutedRow, 'memberId'>): MutedByMember => ({
  words,
  content: content.map(({ until, ...mute }) => ({ ...mute, until: until === null ? null : new Date(until) })),
})

async function readPostExcerpts(tx: Queryable, triggers: readonly AcceptedTrigger[]): Promise<Map<string, string>> {
  const ids = [...new Set(triggers.flatMap(({ postId }) => postId ?? []))]
  if (ids.length === 0) return new Map()
  const { rows } = await tx.query<{ id: string; excerpt: string }>(
    'select id, excerpt from posts where id = any($1::uuid[])',
    [ids],
  )
  return new Map(rows.map(({ id, excerpt }) => [id, excerpt]))
}
