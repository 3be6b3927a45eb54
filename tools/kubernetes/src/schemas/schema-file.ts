import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Schema } from './strict-schemas.ts'

const FILE = resolve(import.meta.dirname, '../../schemas.json.gz')

/** Reads the committed schemas by their names. */
export async function readSchemas(): Promise<Record<string, Schema>> {
  return JSON.parse((await promisify(gunzip)(await readFile(FILE))).toString())
}

/** Replaces the committed schemas. */
export async function writeSchemas(schemas: Record<string, Schema>): Promise<void> {
  const sorted = Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  await writeFile(FILE, await promisify(gzip)(JSON.stringify(sorted), { level: 9 }))
}

/** Writes each schema to a file of `dir` and returns the location for kubeconform. */
export async function extractSchemas(schemas: Record<string, Schema>, dir: string): Promise<string> {
  for (const [name, schema] of Object.entries(schemas)) {
    const file = join(dir, `${name}.json`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, JSON.stringify(schema))
  }
  return join(dir, '{{ .Group }}/{{ .ResourceKind }}_{{ .ResourceAPIVersion }}.json')
}
