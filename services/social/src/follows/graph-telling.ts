import { type DomainEvent, events } from '@meadow/contracts'
import { announce, appendToOutbox } from '@meadow/events'
import type { Telling } from '@meadow/members'
import { newId } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import { profilePages } from '../profiles/profile-telling.ts'

type Row = { from_id: string; to_id: string; version: number; active: boolean; at: Date }

const PAGE = 200
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'
const KINDS = { follow: 'follows', block: 'blocks' } as const

function told(kind: keyof typeof KINDS, { from_id, to_id, version, active, at }: Row): DomainEvent {
  const time = new Date()
  return announce(events.edgeTold, {
    source: 'social',
    subject: from_id,
    id: newId(time),
    time,
    data: { kind, to: to_id, version, active, at: at.toISOString() },
  })
}

async function* pagesOf(kind: keyof typeof KINDS, tx: Queryable): AsyncGenerator<DomainEvent[]> {
  let last: [string, string] | undefined = [BEFORE_ALL, BEFORE_ALL]
  while (last) {
    const { rows }: { rows: Row[] } = await tx.query<Row>(
      `select from_id, to_id, version, active, at from ${KINDS[kind]}
       where (from_id, to_id) > ($1, $2) order by from_id, to_id limit $3`,
      [...last, PAGE],
    )
    yield rows.map((row) => told(kind, row))
    const end = rows.at(-1)
    last = end && [end.from_id, end.to_id]
  }
}

/** What social owns of members: profiles that were changed, who follows and who blocks whom, removed edges among them. */
export const graphTelling = (tx: Queryable): Telling => ({
  async *pages() {
    yield* profilePages(tx)
    yield* pagesOf('follow', tx)
    yield* pagesOf('block', tx)
  },
  append: (all) => appendToOutbox(tx, all),
})
