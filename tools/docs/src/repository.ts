import { glob, readFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '../../..')

/** Lists all files of the repository by their path from the root, without git. */
export async function listFiles(): Promise<string[]> {
  const ignored = new Set(['.git', ...(await readFile(join(ROOT, '.gitignore'), 'utf8')).split('\n')])
  const files: string[] = []
  for await (const entry of glob(['**/*', '.*', '.*/**'], {
    cwd: ROOT,
    withFileTypes: true,
    exclude: ({ name }) => ignored.has(name),
  }))
    if (entry.isFile()) files.push(relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  return files
}

/** Reads files. Returns their texts by path. */
export async function readTexts(files: readonly string[]): Promise<Map<string, string>> {
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(join(ROOT, file), 'utf8')] as const)),
  )
}
