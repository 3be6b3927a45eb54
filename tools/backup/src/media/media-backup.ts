import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { listMediaFiles, type MediaStore, openMediaStore } from '@meadow/media'
import { FILE_MODE, FOLDER_MODE, type LineFile, writeLineFile } from '../line-files.ts'

/** A picture file of a backup. */
type CopiedPicture = { path: string; type: string; bytes: number; sha256: string }

const MAX_CONCURRENCY = 8

/**
 * Copies the files of a media store that `folder` does not have yet, and writes their index. Files never change, so the same
 * call copies what is new after the first.
 */
export async function copyNewMedia(
  url: string,
  { folder, index }: { folder: string; index: string },
): Promise<LineFile> {
  await using store = await openMediaStore(url)
  return writeLineFile(index, copyAll(url, store, folder))
}

async function* copyAll(url: string, store: MediaStore, folder: string): AsyncGenerator<string[]> {
  for await (const paths of listMediaFiles(url)) {
    for (let start = 0; start < paths.length; start += MAX_CONCURRENCY) {
      const copies = paths.slice(start, start + MAX_CONCURRENCY).map((path) => copyFile(store, path, folder))
      yield (await Promise.all(copies)).flatMap((picture) => (picture ? [JSON.stringify(picture)] : []))
    }
  }
}

/** Returns undefined if the backup has the file, or the product has deleted it meanwhile. */
async function copyFile(store: MediaStore, path: string, folder: string): Promise<CopiedPicture | undefined> {
  const target = join(folder, path)
  if (existsSync(target)) return undefined
  const file = await store.open(path)
  if (!file) return undefined
  const { type, size } = file
  const temporary = `${target}.new`
  const hash = createHash('sha256')
  let bytes = 0
  await mkdir(dirname(target), { recursive: true, mode: FOLDER_MODE })
  await pipeline(
    file.read(),
    async function* measure(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    createWriteStream(temporary, { mode: FILE_MODE, flush: true }),
  ).catch(async (error) => {
    await rm(temporary, { force: true })
    throw error
  })
  if (bytes !== size) throw new Error(`The picture ${path} has ${size} bytes, but only ${bytes} could be read`)
  await rename(temporary, target)
  return { path, type, bytes, sha256: hash.digest('hex') }
}
