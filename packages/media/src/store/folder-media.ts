import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { removeOld } from '../remove-old.ts'
import type { Media } from './media.ts'
import { checkType, typeOf } from './paths.ts'

/** Media as files below the folder of a `file:` URL. A file is written beside and renamed, so that no reader sees half. */
export async function openFolderMedia(url: string): Promise<Media> {
  const root = fileURLToPath(url)
  const incoming = join(root, '.incoming')
  await mkdir(incoming, { recursive: true })

  return {
    async put(path, content, type) {
      checkType(path, type)
      const target = join(root, path)
      const unfinished = join(incoming, randomUUID())
      try {
        await writeDurably(unfinished, content)
        await mkdir(dirname(target), { recursive: true })
        await rename(unfinished, target)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },

    async open(path) {
      const type = typeOf(path)
      const handle = await open(join(root, path), 'r').catch(undefinedWhenMissing)
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
      typeOf(path)
      await rm(join(root, path), { force: true })
    },

    tidy: (before) => removeOld(incoming, '', before),

    ping: () => access(root, constants.R_OK | constants.W_OK),
    async [Symbol.asyncDispose]() {},
  }
}

async function writeDurably(path: string, content: Buffer | Readable): Promise<void> {
  await using handle = await open(path, 'wx')
  await handle.writeFile(content)
  await handle.sync()
}

function undefinedWhenMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
