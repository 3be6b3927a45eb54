import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMediaPath } from './media-path.ts'

/** Lists the paths of all files of the media store at `url`, in batches, in any order. */
export async function* listMediaFiles(url: string): AsyncGenerator<string[]> {
  const { protocol } = new URL(url)
  const batches = protocol === 'file:' ? listFolder(fileURLToPath(url), '') : await openS3List(url)
  for await (const paths of batches) yield paths.filter(isMediaPath)
}

/** Leaves out names that begin with a dot: incomplete uploads are below `.incoming`. */
async function* listFolder(root: string, folder: string): AsyncGenerator<string[]> {
  const found = await readdir(join(root, folder), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return []
  })
  const entries = found.filter(({ name }) => !name.startsWith('.'))
  const toPath = (name: string) =>
    relative(root, join(root, folder, name))
      .split(sep)
      .join('/')
  yield entries.filter((entry) => entry.isFile()).map(({ name }) => toPath(name))
  for (const { name } of entries.filter((entry) => entry.isDirectory())) yield* listFolder(root, join(folder, name))
}

/** Loads the S3 client only when it is needed. */
const openS3List = async (url: string) => (await import('./list-s3-files.ts')).listS3Files(url)
