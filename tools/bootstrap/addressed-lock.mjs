import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MODULES = 'node_modules/'

/**
 * A lock file that names the address of each package too, as registries of npm lay them out. Without one npm asks for all
 * versions of a package and reads through them, even where its cache has what the hash names: most of an installation.
 */
export function withAddresses(lock, registry) {
  const packages = Object.entries(lock.packages).map(([path, entry]) => {
    const name = entry.name ?? path.slice(path.lastIndexOf(MODULES) + MODULES.length)
    const isOurs = !path.includes(MODULES) || entry.link
    if (isOurs || entry.inBundle || entry.resolved) return [path, entry]
    return [path, { ...entry, resolved: `${registry}${name}/-/${name.split('/').at(-1)}-${entry.version}.tgz` }]
  })
  return { ...lock, packages: Object.fromEntries(packages) }
}

/** Puts it where npm looks before it looks at package-lock.json, until it is disposed of. */
export function openAddressedLock(root) {
  const file = join(root, 'npm-shrinkwrap.json')
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  writeFileSync(file, JSON.stringify(withAddresses(lock, registryOf(root))))
  return { dispose: () => rmSync(file, { force: true }) }
}

function registryOf(cwd) {
  const asked = { cwd, encoding: 'utf8', shell: process.platform === 'win32' }
  return spawnSync('npm', ['config', 'get', 'registry'], asked).stdout.trim().replace(/\/*$/, '/')
}
