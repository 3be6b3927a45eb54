import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MediaFile, MediaStore } from '@meadow/media'
import { type Pack, pack } from 'tar-stream'
import type { OwnDataItem, OwnDataReader } from '../own-data.ts'
import { renderExportPage } from './export-page.ts'

/** The services that write a part of an export, in the order in which it shows them. */
export const EXPORTING_SERVICES = ['auth', 'social', 'posts', 'chat', 'notify'] as const
export type ExportingService = (typeof EXPORTING_SERVICES)[number]

/** The number of things on one page of an export, and in one JSON file. */
export const EXPORT_PAGE_SIZE = 500

const EXPORT_PART_TYPE = 'application/x-tar'

/** Returns the path of a part in the store of exports. `folder` is random: only the job knows it. */
export const toExportPartPath = (folder: string, service: ExportingService): string => `${folder}/${service}.tar`

/** Returns the name of a page of an export, without its extension. `number` begins at 1. */
export const toExportPageName = (service: ExportingService, kind: string, number: number): string =>
  `${service}/${kind}-${number}`

type WriteExportPartDeps = {
  service: ExportingService
  ownData: Pick<OwnDataReader, 'readPages'>
  /** The pictures, recordings and videos of the service, if it has any. */
  files?: Pick<MediaStore, 'open'> | undefined
  exportFiles: Pick<MediaStore, 'put'>
  /** Called after each page, such as to keep a claim. */
  onPage?: () => Promise<void>
}

/**
 * Writes the part of a service: a tar archive with a JSON file and a page for people for every `EXPORT_PAGE_SIZE` things of a kind, and the
 * files that are still there. Returns the number of things by kind. Memory holds a page of each kind, whatever the number of things and the
 * size of the files.
 */
export async function writeExportPart(
  { service, ownData, files, exportFiles, onPage }: WriteExportPartDeps,
  { memberId, folder }: { memberId: string; folder: string },
): Promise<Record<string, number>> {
  const archive = pack()
  const counts: Record<string, number> = {}
  const waiting = new Map<string, OwnDataItem[]>()
  const added = new Set<string>()

  async function writePage(kind: string, items: readonly OwnDataItem[]): Promise<void> {
    counts[kind] = (counts[kind] ?? 0) + items.length
    const name = toExportPageName(service, kind, Math.ceil(counts[kind] / EXPORT_PAGE_SIZE))
    await addEntry(archive, `${name}.json`, Buffer.from(JSON.stringify(items, null, 1)))
    await addEntry(archive, `${name}.html`, Buffer.from(renderExportPage(kind, items)))
  }

  async function addFile({ name, path }: { name: string; path: string }): Promise<void> {
    if (added.has(name)) return
    added.add(name)
    await using file = await files?.open(path)
    if (file) await addFileEntry(archive, `${service}/${name}`, file)
  }

  let hasFailed = false
  async function fill(): Promise<void> {
    for await (const { kind, items, files: named } of ownData.readPages(memberId)) {
      if (hasFailed) return // the archive could not be stored
      const all = [...(waiting.get(kind) ?? []), ...items]
      while (all.length >= EXPORT_PAGE_SIZE) await writePage(kind, all.splice(0, EXPORT_PAGE_SIZE))
      waiting.set(kind, all)
      for (const file of named) await addFile(file)
      await onPage?.()
    }
    for (const [kind, items] of waiting) if (items.length > 0) await writePage(kind, items)
    archive.finalize()
  }

  const endArchive = (error: Error) => {
    hasFailed = true
    archive.destroy(error) // ends the other side as well
    throw error
  }
  const stored = exportFiles.put(toExportPartPath(folder, service), Readable.from(archive), EXPORT_PART_TYPE)
  const ends = await Promise.allSettled([fill().catch(endArchive), stored.catch(endArchive)])
  const failure = ends.find((end) => end.status === 'rejected')
  if (failure) throw failure.reason
  return counts
}

/** Adds an entry to an archive. Resolves when the archive takes the next one. */
const addEntry = (archive: Pack, name: string, content: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    archive.entry({ name }, content, (error) => (error ? reject(error) : resolve()))
  })

/** Adds a stored file to an archive, as fast as the archive is read: videos have up to 100 MB. @throws Error if it ends before its size */
const addFileEntry = (archive: Pack, name: string, file: MediaFile): Promise<void> =>
  pipeline(file.read(), archive.entry({ name, size: file.size }))
