import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, parse } from 'node:path'
import { migrate, type PostgresPool, readContractVersion } from '@meadow/storage'
import type { SchemaOwner } from '../owners.ts'
import { readCatalog } from './catalog.ts'
import { findViolations } from './find-violations.ts'

type LintOptions = {
  /** The last migration of the owner that is not checked. */
  baseline: string
  releases: readonly string[]
}

/** active_sql_transaction and invalid_transaction_termination: the statement runs only outside of a transaction. */
const TRANSACTION_CODES = ['25001', '2D000']

/**
 * Runs the migrations of an owner one by one on a new database and lists what would stop or break other versions of a
 * service that run meanwhile, as `file: reason`. It compares what each file did, so it knows all ways to say it in SQL.
 */
export async function lintMigrations(
  pool: PostgresPool,
  { migrations: { name, dir }, dependencies }: Pick<SchemaOwner, 'migrations' | 'dependencies'>,
  { baseline, releases }: LintOptions,
): Promise<string[]> {
  const executed = await mkdtemp(join(tmpdir(), 'meadow-lint-'))
  try {
    await migrate(pool, dependencies)
    const files = (await readdir(dir)).toSorted()
    const isOld = (file: string) => parse(file).name <= baseline
    for (const file of files.filter(isOld)) await copyFile(join(dir, file), join(executed, file))
    await migrate(pool, [{ name, dir: executed }])
    const violations: string[] = []
    for (const file of files.filter((other) => !isOld(other))) {
      const sql = await readFile(join(dir, file), 'utf8')
      const isConcurrent = sql.startsWith('-- no transaction')
      const before = await readCatalog(pool)
      if (isConcurrent && (await canRunInTransaction(pool, sql)))
        violations.push(
          `${file}: \`-- no transaction\` is for statements that need it, such as \`create index concurrently\``,
        )
      await copyFile(join(dir, file), join(executed, file))
      await migrate(pool, [{ name, dir: executed }])
      if (isConcurrent && !(await canRunAgain(pool, sql)))
        violations.push(`${file}: fails when it is repeated after a crash: \`if not exists\` is missing`)
      const kind = { isConcurrent, isContract: releases.includes(readContractVersion(file) ?? '') }
      violations.push(...findViolations(before, await readCatalog(pool), kind).map((reason) => `${file}: ${reason}`))
    }
    return violations
  } finally {
    await rm(executed, { recursive: true })
  }
}

async function canRunInTransaction(pool: PostgresPool, sql: string): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(sql)
    return true
  } catch (error) {
    if (TRANSACTION_CODES.includes((error as { code?: string }).code ?? '')) return false
    throw error
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Runs a statement that has run before it was recorded. */
const canRunAgain = (pool: PostgresPool, sql: string): Promise<boolean> =>
  pool.query(sql).then(
    () => true,
    () => false,
  )
