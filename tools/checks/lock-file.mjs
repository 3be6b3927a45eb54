import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

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

const SYSTEMS = {
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  netbsd: 'netbsd',
  openbsd: 'openbsd',
  openharmony: 'openharmony',
  sunos: 'sunos',
  aix: 'aix',
  win32: 'win32',
  windows: 'win32',
  win: 'win32',
}
const PROCESSORS = {
  x64: 'x64',
  arm64: 'arm64',
  aarch64: 'arm64',
  ia32: 'ia32',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  arm: 'arm',
  s390x: 's390x',
  loong64: 'loong64',
  mips64el: 'mips64el',
  wasm32: 'wasm32',
}
const LIBRARIES = { musl: 'musl', musleabihf: 'musl', gnu: 'glibc', gnueabihf: 'glibc' }

/** Returns the platform of a native package by its name, e.g. `@swc/core-linux-arm64-musl`, or undefined. */
function platformOf(name) {
  const words = name.split('/').at(-1).split(/[-_]/)
  const find = (known) => words.filter((word) => Object.hasOwn(known, word)).map((word) => known[word])[0]
  const platform = { os: find(SYSTEMS), cpu: find(PROCESSORS), libc: find(LIBRARIES) }
  return platform.os || platform.cpu === 'wasm32' ? platform : undefined
}

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
