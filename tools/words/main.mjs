// `npm run check:words` rejects names with words that hide their meaning, handlers of keys that forget compositions, and
// stores of the browser that are used without the module that clears them.
import { glob, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { findDirectStores } from './find-direct-stores.mjs'
import { findRejectedNames } from './find-rejected-names.mjs'
import { findUnreadKeys } from './find-unread-keys.mjs'

const ROOT = resolve(import.meta.dirname, '../..')
const FOLDERS = ['gateway', 'services', 'frontends', 'packages', 'tools']

const sources = new Map()
for await (const path of glob(`{${FOLDERS}}/**/*.{ts,tsx,mjs,cjs}`, {
  cwd: ROOT,
  exclude: (name) => ['node_modules', 'dist', '.meadow'].includes(name),
}))
  sources.set(path, await readFile(join(ROOT, path), 'utf8'))

const problems = [...findRejectedNames(sources), ...findUnreadKeys(sources), ...findDirectStores(sources)]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
