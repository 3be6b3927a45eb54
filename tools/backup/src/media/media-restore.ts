import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listMediaFiles, type MediaStore, openMediaStore } from '@meadow/media'
import * as z from 'zod'
import { hashFile, readLineFile } from '../line-files.ts'
import type { StoredMedia } from '../manifest.ts'

const StoredPicture = z.object({
  path: z.string().regex(/^[\w-]+(?:[./][\w-]+)*$/),
  type: z.string(),
  bytes: z.int(),
  sha256: z.string(),
})

const MAX_CONCURRENCY = 8

/** The name that rows use for all files of a picture: `c/ab/abcd-480.webp` has the name `abcd`. */
const readPictureName = (path: string): string | undefined => /([0-9a-f]{8,})(?:-\d+)?\.\w+$/.exec(path)?.[1]

/** Yields the files of a media store, some at a time. */
async function* readStoredPictures(folder: string, media: StoredMedia) {
  for (const { file } of media.indexes) {
    for await (const lines of readLineFile(join(folder, file))) {
      for (let start = 0; start < lines.length; start += MAX_CONCURRENCY)
        yield lines.slice(start, start + MAX_CONCURRENCY).map((line) => StoredPicture.parse(JSON.parse(line)))
    }
  }
}

/** @throws Error if a picture of the backup is missing or damaged */
export async function verifyMedia(folder: string, media: StoredMedia): Promise<void> {
  for await (const pictures of readStoredPictures(folder, media)) {
    await Promise.all(
      pictures.map(async ({ path, sha256 }) => {
        const found = await hashFile(join(folder, media.folder, path)).catch(() => undefined)
        if (found !== sha256) throw new Error(`The picture ${path} of the backup is ${found ? 'damaged' : 'missing'}`)
      }),
    )
  }
}

/** The names of pictures in a store: those that are shown, and those whose files are to be removed or not shown yet. */
export type PictureNames = { shown: ReadonlySet<string>; pending: ReadonlySet<string> }

/** Reads the names of all pictures from the lines of a store. They take about 100 bytes of memory each. */
export async function readPictureNames(files: readonly { name: string; path: string }[]): Promise<PictureNames> {
  const [shown, pending] = [new Set<string>(), new Set<string>()]
  for (const { name, path } of files) {
    const isPending = name === 'media_to_remove'
    for await (const lines of readLineFile(path)) {
      for (const line of lines) {
        if (isPending) for (const [picture] of line.matchAll(/[0-9a-f]{8,}(?=(?:-\d+)?\.\w+")/g)) pending.add(picture)
        else for (const [, picture = ''] of line.matchAll(/"random":\s*"([^"]+)"/g)) shown.add(picture)
      }
    }
  }
  return { shown, pending }
}

/**
 * Stores the pictures that the restored stores know. Those without a row were deleted, or added, while the backup was taken.
 * Returns the number of stored files, of files without a row, and of rows without a file.
 */
export async function restoreMedia(
  url: string,
  { folder, media, names }: { folder: string; media: StoredMedia; names: PictureNames },
): Promise<{ stored: number; withoutRow: number; withoutFile: number }> {
  await using store = await openMediaStore(url)
  const counts = { stored: 0, withoutRow: 0 }
  const found = new Set<string>()
  for await (const pictures of readStoredPictures(folder, media)) {
    const known = pictures.filter(({ path }) => {
      const name = readPictureName(path) ?? ''
      if (names.shown.has(name)) found.add(name)
      return names.shown.has(name) || names.pending.has(name)
    })
    await Promise.all(known.map((picture) => restorePicture(store, join(folder, media.folder), picture)))
    counts.stored += known.length
    counts.withoutRow += pictures.length - known.length
  }
  return { ...counts, withoutFile: names.shown.size - found.size }
}

async function restorePicture(
  store: MediaStore,
  folder: string,
  { path, type, sha256 }: z.infer<typeof StoredPicture>,
): Promise<void> {
  const content = await readFile(join(folder, path))
  if (createHash('sha256').update(content).digest('hex') !== sha256) throw new Error(`The picture ${path} is damaged`)
  await store.put(path, content, type)
}

/** @throws Error if the media store has files */
export async function assertNoMedia(url: string): Promise<void> {
  for await (const paths of listMediaFiles(url))
    if (paths.length > 0) throw new Error('The media store is not empty: restore into an empty one')
}
