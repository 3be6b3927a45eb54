// Writes the row types of all tables from the migrations. With `--check`, only reports the files that are out of date.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres as startPostgres } from '@meadow/stack/postgres'
import { migrate, openPostgres, toDatabaseUrl } from '@meadow/storage'
import { ROOT, SCHEMA_OWNERS, type SchemaOwner } from './owners.ts'
import { readColumns } from './read-columns.ts'
import { writeTypes } from './write-types.ts'

/** Runs the migrations of an owner on a new database and returns the module with its types. */
async function generateTypes(url: string, { migrations, dependencies }: SchemaOwner): Promise<string> {
  await using pool = await openPostgres(toDatabaseUrl(url, `schema_${migrations.name}`), { maxConnections: 1 })
  await migrate(pool, dependencies)
  const previous = await readColumns(pool)
  await migrate(pool, [migrations])
  return writeTypes(await readColumns(pool), previous)
}

const isCheck = process.argv.includes('--check')
const dir = await mkdtemp(join(tmpdir(), 'meadow-schema-'))
const postgres = await startPostgres({ dir, durable: false, log: console.error })
try {
  for (const owner of SCHEMA_OWNERS) {
    const types = await generateTypes(postgres.url, owner)
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
