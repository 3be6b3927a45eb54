// `npm run check:words` rejects names with words that hide their meaning, handlers of keys that forget compositions, stores of
// the browser that are used without the module that clears them, and styles that name a side instead of a start or an end.
import { glob, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { findDirectStores, findPhysicalProperties, findRejectedNames, findUnreadKeys } from './source-rules.mjs'

const ROOT = resolve(import.meta.dirname, '../..')
const FOLDERS = ['gateway', 'services', 'frontends', 'packages', 'tools']

/** Returns the texts of all files whose names end so, by path. */
async function readFiles(extension) {
  const exclude = (name) => ['node_modules', 'dist', '.meadow'].includes(name)
  const files = new Map()
  for await (const path of glob(`{${FOLDERS}}/**/*.${extension}`, { cwd: ROOT, exclude }))
    files.set(path, await readFile(join(ROOT, path), 'utf8'))
  return files
}

const sources = await readFiles('{ts,tsx,mjs,cjs}')
const styles = await readFiles('css')
const problems = [
  ...findRejectedNames(sources),
  ...findUnreadKeys(sources),
  ...findDirectStores(sources),
  ...findPhysicalProperties(styles),
]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
