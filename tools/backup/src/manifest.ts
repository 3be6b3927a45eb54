import { createHash } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { FILE_MODE } from './line-files.ts'
import { SERVICES } from './services.ts'

const MANIFEST_FILE = 'manifest.json'

const Count = z.int().nonnegative()
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** A relative path without `..`. */
const FileName = z.string().regex(/^[\w-]+(?:[./][\w-]+)*$/)
const StoredFile = z.object({ file: FileName, lines: Count, bytes: Count, sha256: Sha256 })
const StoredTable = StoredFile.extend({ name: z.string(), columns: z.array(z.string()) })

const StoredStore = z.object({
  engine: z.enum(['postgres', 'mongodb']),
  /** The names of the migrations that had run, by their folder. */
  migrations: z.record(z.string(), z.array(z.string())),
  tables: z.array(StoredTable),
})

const StoredMedia = z.object({
  /** The services that store their pictures there. */
  services: z.array(z.enum(SERVICES)),
  folder: FileName,
  /** Files with a line for each picture: those from before the stores were read, and those that were new afterwards. */
  indexes: z.array(StoredFile),
})

const Manifest = z.object({
  format: z.literal(1),
  /** The version of the product that took the backup. */
  version: z.string(),
  /** Everything that was acknowledged before this time is in the backup. */
  takenAt: z.iso.datetime(),
  completedAt: z.iso.datetime(),
  stores: z.record(z.enum(SERVICES), StoredStore),
  /** Events that not all consumers had handled, and dead letters. */
  events: StoredFile,
  media: z.array(StoredMedia),
  /** The journal of the demo community. */
  journal: StoredFile.optional(),
})

export type BackupManifest = z.infer<typeof Manifest>
export type StoredFile = z.infer<typeof StoredFile>
export type StoredTable = z.infer<typeof StoredTable>
export type StoredStore = z.infer<typeof StoredStore>
export type StoredMedia = z.infer<typeof StoredMedia>

const calculateChecksum = (manifest: object) => createHash('sha256').update(JSON.stringify(manifest)).digest('hex')

/** Writes the manifest, which completes a backup. */
export async function writeManifest(folder: string, manifest: BackupManifest): Promise<void> {
  const file = join(folder, MANIFEST_FILE)
  const text = JSON.stringify({ manifest, sha256: calculateChecksum(manifest) }, undefined, 2)
  await writeFile(`${file}.new`, `${text}\n`, { mode: FILE_MODE, flag: 'wx', flush: true })
  await rename(`${file}.new`, file)
}

/** Reads the manifest of a backup. @throws Error if it is missing, which means an incomplete backup, or damaged */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause
    throw new Error(`${folder} is no complete backup: it has no ${MANIFEST_FILE}, which is written last`)
  })
  const { manifest = {}, sha256 } = parseJson(text)
  if (calculateChecksum(manifest) !== sha256) throw new Error(`The ${MANIFEST_FILE} of ${folder} is damaged`)
  const parsed = Manifest.safeParse(manifest)
  if (!parsed.success) throw new Error(`${folder} is a backup of another version: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

function parseJson(text: string): { manifest?: object; sha256?: unknown } {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
