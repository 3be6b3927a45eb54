import { type DomainEvent, events } from '@meadow/contracts'
import { appendToOutbox } from '@meadow/events'
import { BEFORE_ALL, type Telling, told, toldPages } from '@meadow/members'
import type { Queryable } from '@meadow/storage'

type Row = { id: string; username: string; full_name: string; account_version: number; created_at: Date }

const ACCOUNTS = `
  select id, username, full_name, account_version, created_at from accounts where id > $1 order by id limit $2`

const accountTold = (row: Row): DomainEvent =>
  told(events.accountTold, 'auth', row.id, {
    username: row.username,
    fullName: row.full_name,
    accountVersion: row.account_version,
    registeredAt: row.created_at.toISOString(),
  })

/** What auth owns of members: their accounts, without what is only for themselves. */
export const accountTelling = (tx: Queryable): Telling => ({
  pages: () => toldPages(tx, { text: ACCOUNTS, after: (last?: Row) => [last?.id ?? BEFORE_ALL], told: accountTold }),
  append: (all) => appendToOutbox(tx, all),
})
