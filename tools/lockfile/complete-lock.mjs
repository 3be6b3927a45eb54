import { platformOf } from './platform.mjs'

/**
 * Adds the optional packages of other platforms to a lock file. npm leaves out those that the registry does not serve (a
 * mirror may have only some builds of a native package), and `npm ci` then rejects the file on every machine.
 *
 * @returns {{ lock: object, added: string[] }} the new lock file in npm's order, and the added names
 */
export function completeLock(lock) {
  const packages = { ...lock.packages }
  const added = []
  for (const [path, parent] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      const platform = platformOf(name)
      if (!isExact(version) || !platform || canResolve(packages, path, name)) continue
      packages[`node_modules/${name}`] = createEntry(version, platform, parent)
      added.push(name)
    }
  }
  return { lock: { ...lock, packages: sortByPath(packages) }, added }
}

/** Returns whether a version is exact. The version of a range is not known. */
function isExact(version) {
  return /^\d/.test(version)
}

/** Returns whether Node can resolve the package from `path`: in its folder or a parent folder. */
function canResolve(packages, path, name) {
  for (let folder = path; ; folder = toParentPath(folder)) {
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true
    if (folder === '') return false
  }
}

function toParentPath(path) {
  const end = path.lastIndexOf('node_modules/')
  return end <= 0 ? '' : path.slice(0, end - 1)
}

function createEntry(version, { os, cpu, libc }, parent) {
  return {
    version,
    ...(cpu && { cpu: [cpu] }),
    ...(parent.dev && { dev: true }),
    ...(parent.peer && { peer: true }),
    ...(libc && { libc: [libc] }),
    optional: true,
    ...(os && { os: [os] }),
  }
}

function sortByPath(packages) {
  return Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
}
