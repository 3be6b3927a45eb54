import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Is what lies in node_modules what the lock file says? Known by a note of the lock's hash. */
export function isInstalled(root) {
  return existsSync(noteFile(root)) && readFileSync(noteFile(root), 'utf8') === hashOfLock(root)
}

export function noteInstalled(root) {
  writeFileSync(noteFile(root), hashOfLock(root))
}

function noteFile(root) {
  return join(root, 'node_modules', '.installed-lock')
}

function hashOfLock(root) {
  const hash = createHash('sha256')
  hash.update(readFileSync(join(root, 'package-lock.json')))
  hash.update(`${process.platform}-${process.arch}`) // a folder shared between machines holds the builds of one of them
  return hash.digest('hex')
}
