import { appendToPostgresOutbox } from '@meadow/events'
import { createPostgresRefusedWords } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type PostgresPool, type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { RefusedAddressesTable } from '../schema.ts'
import type { RefusalChange, Refusals, RefusedAddresses } from './refusals.ts'

/** Stores what the installation refuses. */
export type RefusalRepository = {
  read(): Promise<Refusals>
  readAddresses(): Promise<RefusedAddresses>
  /**
   * Stores what `plan` returns for the next version, with its events, in one transaction. @throws refusals_changed if `version` is not
   * the stored one
   */
  replace(version: number, plan: (version: number) => RefusalChange): Promise<Refusals>
}

/** Creates the repository on PostgreSQL. */
export const createPostgresRefusalRepository = (pool: PostgresPool): RefusalRepository => ({
  read: () => readRefusals(pool),
  readAddresses: () => readAddresses(pool),

  replace: (version, plan) =>
    withPostgresTransaction(pool, async (tx) => {
      await tx.query(`select pg_advisory_xact_lock(hashtextextended('refusals', 0))`)
      const current = await readRefusals(tx)
      if (current.version !== version) throw new DomainError('refusals_changed')
      const { refusals, events } = plan(version + 1)
      await createPostgresRefusedWords(tx).apply(refusals)
      await tx.query(
        `insert into refused_addresses (domains, emails) values ($1, $2)
         on conflict (one_row) do update set domains = excluded.domains, emails = excluded.emails`,
        [refusals.domains, refusals.emails],
      )
      await appendToPostgresOutbox(tx, events)
      return refusals
    }),
})

async function readRefusals(db: Queryable): Promise<Refusals> {
  const words = (await createPostgresRefusedWords(db).readOther(0)) ?? { version: 0, words: [] }
  return { ...words, ...(await readAddresses(db)) }
}

async function readAddresses(db: Queryable): Promise<RefusedAddresses> {
  const { rows } = await db.query<Pick<RefusedAddressesTable, 'domains' | 'emails'>>(
    'select domains, emails from refused_addresses',
  )
  return rows[0] ?? { domains: [], emails: [] }
}
