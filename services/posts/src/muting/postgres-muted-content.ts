import { appendToPostgresOutbox } from '@meadow/events'
import type { MutedWord } from '@meadow/members'
import { type PostgresPool, withQueuedPostgresTransaction } from '@meadow/storage'
import type { MutedContentTable } from '../schema.ts'
import { type MutedContent, type MutedContentRepository, type MutedTarget, planContentMute } from './muted-content.ts'

/** Reads the words and the content in one statement, because each page of a feed needs them. */
const FIND_MUTED = {
  name: 'find-muted-content',
  text: `
    select (select words from muted_words where member_id = $1) as words, array(
      select json_build_object('kind', kind, 'target', target, 'until', until) from muted_content
      where member_id = $1 and (until is null or until > $2) order by muted_at desc, target
    ) as content`,
}

type MutedRow = { words: MutedWord[] | null; content: (MutedTarget & { until: string | null })[] }

/** Creates the repository of muted posts and tags on PostgreSQL. */
export const createPostgresMutedContent = (pool: PostgresPool): MutedContentRepository => ({
  change: (change) =>
    withQueuedPostgresTransaction(pool, [change.memberId], async (tx) => {
      const { memberId, kind, target, at } = change
      await tx.query('select from members where id = $1 for no key update', [memberId]) // changes of one member wait for each other
      await tx.query('delete from muted_content where member_id = $1 and until <= $2', [memberId, at])
      const { rows } = await tx.query<Pick<MutedContentTable, 'target' | 'until'> & { version: number }>(
        'select target, version::float8 as version, until from muted_content where member_id = $1 and kind = $2',
        [memberId, kind],
      )
      const known = rows.find((row) => row.target === target)
      const plan = planContentMute(change, { known, otherCount: rows.length - (known ? 1 : 0) })
      if (!plan) return
      const key = [memberId, kind, target]
      if (plan.mute)
        await tx.query(
          `insert into muted_content as known (member_id, kind, target, version, until, muted_at) values ($1, $2, $3, $4, $5, $6)
           on conflict (member_id, kind, target) do update set version = excluded.version, until = excluded.until`,
          [...key, plan.mute.version, plan.mute.until, at],
        )
      else await tx.query('delete from muted_content where member_id = $1 and kind = $2 and target = $3', key)
      await appendToPostgresOutbox(tx, plan.event)
    }),

  async find(memberId, at): Promise<MutedContent> {
    const { rows } = await pool.query<MutedRow>({ ...FIND_MUTED, values: [memberId, at] })
    return {
      words: rows[0]?.words ?? [],
      content: (rows[0]?.content ?? []).map(({ until, ...mute }) => ({
        ...mute,
        until: until ? new Date(until) : null,
      })),
    }
  },
})
