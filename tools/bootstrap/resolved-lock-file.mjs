import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const NODE_MODULES = 'node_modules/'

/**
 * Returns the lock file with the registry URL of each package. Without the URLs npm requests the list of all versions of a
 * package, even if the package itself is in its cache, which takes most of the time of an installation.
 */
export function addResolvedUrls(lock, registry) {
  const packages = Object.entries(lock.packages).map(([path, entry]) => {
    const name = entry.name ?? path.slice(path.lastIndexOf(NODE_MODULES) + NODE_MODULES.length)
    const isWorkspace = !path.includes(NODE_MODULES) || entry.link
    if (isWorkspace || entry.inBundle || entry.resolved) return [path, entry]
    return [path, { ...entry, resolved: `${registry}${name}/-/${name.split('/').at(-1)}-${entry.version}.tgz` }]
  })
  return { ...lock, packages: Object.fromEntries(packages) }
}

/** Writes that lock file as npm-shrinkwrap.json, which npm prefers to package-lock.json. `dispose` removes it. */
export function writeResolvedLockFile(root) {
  const file = join(root, 'npm-shrinkwrap.json')
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  writeFileSync(file, JSON.stringify(addResolvedUrls(lock, readRegistryUrl(root))))
  return { dispose: () => rmSync(file, { force: true }) }
}

function readRegistryUrl(cwd) {
  const options = { cwd, encoding: 'utf8', shell: process.platform === 'win32' }
  return spawnSync('npm', ['config', 'get', 'registry'], options).stdout.trim().replace(/\/*$/, '/')
}
