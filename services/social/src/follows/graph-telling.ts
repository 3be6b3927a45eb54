import { type DomainEvent, events } from '@meadow/contracts'
import { appendToOutbox } from '@meadow/events'
import { BEFORE_ALL, type Telling, told, toldPages } from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import { profilePages } from '../profiles/profile-telling.ts'

type Row = { from_id: string; to_id: string; version: number; active: boolean; at: Date }

const TABLES = { follow: 'follows', block: 'blocks' } as const

const edgePages = (kind: keyof typeof TABLES, tx: Queryable): AsyncGenerator<DomainEvent[]> =>
  toldPages(tx, {
    text: `select from_id, to_id, version, active, at from ${TABLES[kind]}
           where (from_id, to_id) > ($1, $2) order by from_id, to_id limit $3`,
    after: (last?: Row) => [last?.from_id ?? BEFORE_ALL, last?.to_id ?? BEFORE_ALL],
    told: ({ from_id, to_id, version, active, at }) =>
      told(events.edgeTold, 'social', from_id, { kind, to: to_id, version, active, at: at.toISOString() }),
  })

/** What social owns of members: profiles that were changed, who follows and who blocks whom, removed edges among them. */
export const graphTelling = (tx: Queryable): Telling => ({
  async *pages() {
    yield* profilePages(tx)
    yield* edgePages('follow', tx)
    yield* edgePages('block', tx)
  },
  append: (all) => appendToOutbox(tx, all),
})
