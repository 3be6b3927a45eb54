import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns whether node_modules has the packages of the lock file, by a mark with the hash of the lock file. */
export function isInstalled(root) {
  return existsSync(toMarkFile(root)) && readFileSync(toMarkFile(root), 'utf8') === hashLockFile(root)
}

/** Marks node_modules as installed from the current lock file. */
export function markInstalled(root) {
  writeFileSync(toMarkFile(root), hashLockFile(root))
}

function toMarkFile(root) {
  return join(root, 'node_modules', '.installed-lock')
}

function hashLockFile(root) {
  const hash = createHash('sha256')
  hash.update(readFileSync(join(root, 'package-lock.json')))
  hash.update(`${process.platform}-${process.arch}`) // a shared folder has the native builds of one platform
  return hash.digest('hex')
}
