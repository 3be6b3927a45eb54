// Writes the row types of all tables from the migrations. With `--check`, reports the files that are out of date, and new
// migrations that would stop or break a version that runs meanwhile.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres as startPostgres } from '@meadow/stack/postgres'
import { openPostgres, toDatabaseUrl } from '@meadow/storage'
import { BASELINE, readReleases } from './lint/baseline.ts'
import { lintMigrations } from './lint/lint-migrations.ts'
import { migrateAndReadColumns } from './migrate-and-read-columns.ts'
import { ROOT, SCHEMA_OWNERS, type SchemaOwner } from './owners.ts'
import { writeTypes } from './write-types.ts'

const isCheck = process.argv.includes('--check')
const dir = await mkdtemp(join(tmpdir(), 'meadow-schema-'))
const postgres = await startPostgres({ dir, durable: false, log: console.error })
try {
  for (const owner of SCHEMA_OWNERS) {
    if (isCheck) await reportViolations(owner)
    const url = toDatabaseUrl(postgres.url, `schema_${owner.migrations.name}`)
    await using pool = await openPostgres(url, { maxConnections: 1 })
    const { columns, previous } = await migrateAndReadColumns(pool, owner)
    const types = writeTypes(columns, previous)
    const path = join(ROOT, owner.file)
    if ((await readFile(path, 'utf8').catch(() => '')) === types) continue
    if (isCheck) {
      console.error(`${owner.file} is out of date: run npm run schema`)
      process.exitCode = 1
    } else await writeFile(path, types)
  }
} finally {
  await postgres.stop()
  await rm(dir, { recursive: true, force: true })
}

async function reportViolations(owner: SchemaOwner): Promise<void> {
  const { name } = owner.migrations
  const url = toDatabaseUrl(postgres.url, `lint_${name}`)
  await using pool = await openPostgres(url, { maxConnections: 2 })
  const releases = readReleases(await readFile(join(ROOT, 'CHANGELOG.md'), 'utf8'))
  const violations = await lintMigrations(pool, owner, { baseline: BASELINE[name] ?? '', releases })
  for (const violation of violations) console.error(`The migration ${name}/${violation}`)
  if (violations.length > 0) process.exitCode = 1
}
