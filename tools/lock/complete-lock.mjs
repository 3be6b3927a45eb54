import { platformOf } from './platform.mjs'

/**
 * npm leaves out of a lock file what it could not ask the registry about: where a mirror serves only some builds of a
 * native package, the others are missing, and `npm ci` then refuses the file on every machine. This adds the missing
 * optional entries from what their parents say about them; npm passes over foreign platforms and installs the own one.
 *
 * @returns {{ lock: object, added: string[] }} a new lock in npm's order, and the names added
 */
export function completeLock(lock) {
  const packages = { ...lock.packages }
  const added = []
  for (const [path, parent] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      const platform = platformOf(name)
      if (!isExact(version) || !platform || isFound(packages, path, name)) continue
      packages[`node_modules/${name}`] = entry(version, platform, parent)
      added.push(name)
    }
  }
  return { lock: { ...lock, packages: sorted(packages) }, added }
}

/** A range could mean any version: only an exact one can be written down unseen. */
function isExact(version) {
  return /^\d/.test(version)
}

/** As Node looks for it: below the parent, then below each folder above. */
function isFound(packages, path, name) {
  for (let folder = path; ; folder = above(folder)) {
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true
    if (folder === '') return false
  }
}

function above(path) {
  const end = path.lastIndexOf('node_modules/')
  return end <= 0 ? '' : path.slice(0, end - 1)
}

function entry(version, { os, cpu, libc }, parent) {
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

function sorted(packages) {
  return Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
}
