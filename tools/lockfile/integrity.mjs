import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const NODE_MODULES = 'node_modules/'

/** Lists the paths of the packages of a registry that have no hash. npm installs whatever the registry has for them. */
export function listWithoutIntegrity(lock) {
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path.includes(NODE_MODULES) && !entry.link && !entry.inBundle && !entry.integrity)
    .map(([path]) => path)
}

/**
 * Adds the hashes that are missing, of which `readIntegrity` knows those of a name and version.
 *
 * @throws with the names if it does not know one
 */
export async function addIntegrity(lock, readIntegrity = readRegistryIntegrity) {
  const packages = { ...lock.packages }
  const unknown = []
  for (const path of listWithoutIntegrity(lock)) {
    const { version, ...entry } = packages[path]
    const name = entry.name ?? path.slice(path.lastIndexOf(NODE_MODULES) + NODE_MODULES.length)
    const integrity = await readIntegrity(name, version)
    if (integrity) packages[path] = { version, integrity, ...entry }
    else unknown.push(`${name}@${version}`)
  }
  if (unknown.length > 0) throw new Error(`The registry has no hash of ${unknown.join(', ')}`)
  return { ...lock, packages }
}

async function readRegistryIntegrity(name, version) {
  const options = { shell: process.platform === 'win32' }
  const found = await promisify(execFile)('npm', ['view', `${name}@${version}`, 'dist.integrity'], options).catch(
    () => undefined,
  )
  return found?.stdout.trim()
}
