import { type DomainEvent, events } from '@meadow/contracts'
import { announce, appendToOutbox } from '@meadow/events'
import type { Telling } from '@meadow/members'
import { newId } from '@meadow/service'
import type { Queryable } from '@meadow/storage'

type Row = { id: string; username: string; full_name: string; account_version: number; created_at: Date }

const PAGE = 200
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

function told(row: Row): DomainEvent {
  const time = new Date()
  return announce(events.accountTold, {
    source: 'auth',
    subject: row.id,
    id: newId(time),
    time,
    data: {
      username: row.username,
      fullName: row.full_name,
      accountVersion: row.account_version,
      registeredAt: row.created_at.toISOString(),
    },
  })
}

/** What auth owns of members: their accounts, without what is only for themselves. */
export const accountTelling = (tx: Queryable): Telling => ({
  async *pages() {
    for (let last: string | undefined = BEFORE_ALL; last; ) {
      const { rows }: { rows: Row[] } = await tx.query<Row>(
        `select id, username, full_name, account_version, created_at from accounts where id > $1 order by id limit $2`,
        [last, PAGE],
      )
      yield rows.map(told)
      last = rows.at(-1)?.id
    }
  },
  append: (all) => appendToOutbox(tx, all),
})
