import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Cut, takeCut } from './cut.ts'
import type { Installation, MediaService } from './installation.ts'
import { FOLDER_MODE, type LineFile, writeLineFile } from './line-files.ts'
import { type BackupManifest, type StoredFile, type StoredMedia, type StoredStore, writeManifest } from './manifest.ts'
import { copyNewMedia } from './media/media-backup.ts'
import type { StoreSnapshot } from './stores/store-snapshot.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** The journal of the demo community in a data folder. */
export const JOURNAL_FILE = 'community.jsonl'

type BackupDeps = { folder: string; log: (line: string) => void }

/**
 * Writes a backup of an installation, which may run and take writes, to a new folder. The manifest comes last.
 * Pictures are copied before and after the snapshots of the stores: so those that are deleted afterwards are there, and
 * those that were uploaded meanwhile, too.
 */
export async function takeBackup(
  { urls, dataDir }: Installation,
  { folder, log }: BackupDeps,
): Promise<BackupManifest> {
  await createFolder(folder)
  const mediaStores = groupMediaUrls(urls.media)
  const copyMedia = (pass: number) =>
    Promise.all(
      mediaStores.map(({ url, name }) => {
        const file = `media-${name}-${pass}.jsonl.gz`
        return copyNewMedia(url, { folder: join(folder, 'media', name), index: join(folder, file) }).then(
          toStored(file),
        )
      }),
    )
  const early = await copyMedia(1)
  log(`  pictures   ${countLines(early)} copied`)
  await using cut = await takeCut(urls)
  log(`  snapshots  all stores as of ${cut.takenAt.toISOString()}; events waited for ${cut.pausedMs} ms`)
  const [stores, events, late, journal] = await Promise.all([
    writeStores(cut, { folder, log }),
    writeLineFile(join(folder, 'events.jsonl.gz'), cut.bus.readLines()).then(toStored('events.jsonl.gz')),
    copyMedia(2),
    writeJournal(folder, dataDir),
  ])
  log(`  pictures   ${countLines(late)} more copied`)
  const media = mediaStores.map(({ services, name }, index): StoredMedia => {
    const indexes = [early[index], late[index]].filter((one) => one !== undefined)
    return { services, folder: `media/${name}`, indexes }
  })
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  const manifest: BackupManifest = {
    format: 1,
    version,
    takenAt: cut.takenAt.toISOString(),
    completedAt: new Date().toISOString(),
    stores,
    events,
    media,
    ...(journal && { journal }),
  }
  await writeManifest(folder, manifest)
  return manifest
}

const toStored =
  (file: string) =>
  (written: LineFile): StoredFile => ({ file, ...written })

const countLines = (files: readonly StoredFile[]) => files.reduce((sum, { lines }) => sum + lines, 0)

async function createFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty: name a new folder for the backup`)
}

/** Groups services that store their pictures at the same address. */
function groupMediaUrls(media: Record<MediaService, string>) {
  const groups = Map.groupBy(Object.entries(media) as [MediaService, string][], ([, url]) => url)
  return [...groups].map(([url, entries]) => {
    const services = entries.map(([service]) => service)
    return { url, services, name: services.join('-') }
  })
}

async function writeStores({ stores }: Cut, { folder, log }: BackupDeps): Promise<BackupManifest['stores']> {
  const entries = await Promise.all(
    stores.map(async ({ service, snapshot }) => {
      const stored = await writeStore(service, snapshot, folder)
      log(`  ${service.padEnd(10)} ${countLines(stored.tables)} rows`)
      return [service, stored] as const
    }),
  )
  return Object.fromEntries(entries) as BackupManifest['stores']
}

async function writeStore(service: string, snapshot: StoreSnapshot, folder: string): Promise<StoredStore> {
  const { engine, migrations } = snapshot
  const tables: StoredStore['tables'] = []
  for (const { name, columns, readLines } of snapshot.tables) {
    const file = `stores/${service}/${name}.jsonl.gz`
    tables.push({ name, columns, file, ...(await writeLineFile(join(folder, file), readLines())) })
  }
  await snapshot[Symbol.asyncDispose]() // the server need not keep this state any longer
  return { engine, migrations, tables }
}

/** Copies the journal of the demo community, so that a restored installation does not create another one. */
async function writeJournal(folder: string, dataDir: string | undefined): Promise<StoredFile | undefined> {
  const text = dataDir && (await readFile(join(dataDir, JOURNAL_FILE), 'utf8').catch(() => ''))
  if (!text) return undefined
  const lines = text.split('\n').slice(0, -1) // the last line may be incomplete
  async function* batches() {
    yield lines
  }
  return toStored('community.jsonl.gz')(await writeLineFile(join(folder, 'community.jsonl.gz'), batches()))
}
