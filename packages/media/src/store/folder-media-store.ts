import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, open, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { removeStaleEntries } from '../remove-stale-entries.ts'
import { assertMediaType, toMediaType } from './media-path.ts'
import type { MediaStore } from './media-store.ts'

/** Space for a few pictures. With less the store counts as failing, while it still serves files. */
const MIN_FREE_BYTES = 20_000_000

/**
 * Opens a media store in the folder of a `file:` URL. Writes a file under a temporary name and renames it, so that readers
 * never see an incomplete file.
 */
export async function openFolderMediaStore(url: string): Promise<MediaStore> {
  const root = fileURLToPath(url)
  const temporaryFolder = join(root, '.incoming')
  await mkdir(temporaryFolder, { recursive: true })

  return {
    async put(path, content, type) {
      assertMediaType(path, type)
      const target = join(root, path)
      const temporary = join(temporaryFolder, randomUUID())
      try {
        await writeDurably(temporary, content)
        await mkdir(dirname(target), { recursive: true })
        await rename(temporary, target)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },

    async open(path) {
      const type = toMediaType(path)
      const handle = await open(join(root, path), 'r').catch(ignoreMissingFile)
      if (!handle) return undefined
      const { size } = await handle.stat()
      return {
        type,
        size,
        read: (bytes) => handle.createReadStream(bytes),
        [Symbol.asyncDispose]: () => handle.close(),
      }
    },

    async remove(path) {
      toMediaType(path)
      await rm(join(root, path), { force: true })
    },

    removeIncompleteUploads: (before) => removeStaleEntries(temporaryFolder, '', before),

    async ping() {
      await access(root, constants.R_OK | constants.W_OK)
      const { bavail, bsize } = await statfs(root)
      if (bavail * bsize < MIN_FREE_BYTES) throw new Error('The volume of the pictures has less than 20 MB left')
    },
    async [Symbol.asyncDispose]() {},
  }
}

async function writeDurably(path: string, content: Buffer | Readable): Promise<void> {
  await using handle = await open(path, 'wx')
  await handle.writeFile(content)
  await handle.sync()
}

function ignoreMissingFile(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
