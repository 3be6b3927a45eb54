// Runs while an image is built, never in a checkout: reduces the package.json of the current folder to some workspaces and
// those that they depend on, and removes the devDependencies of these, so that npm ci, npm prune and npm sbom see nothing else:
//   node select-workspaces.ts [--keep-root-dev] gateway services/posts
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

type PackageJson = {
  name: string
  scripts?: Record<string, string>
  workspaces?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const PACKAGE_FILE = 'package.json'
const LOCK_FILE = 'package-lock.json'

const readPackageJson = (folder: string): PackageJson => JSON.parse(readFileSync(join(folder, PACKAGE_FILE), 'utf8'))
const writePackageJson = (folder: string, packageJson: PackageJson) =>
  writeFileSync(join(folder, PACKAGE_FILE), JSON.stringify(packageJson))

/** Returns the folder of each workspace by its package name, from the lock file. */
function readWorkspaces(): Map<string, string> {
  const { packages } = JSON.parse(readFileSync(LOCK_FILE, 'utf8')) as { packages: Record<string, Partial<PackageJson>> }
  const folders = Object.keys(packages).filter((path) => path !== '' && !path.includes('node_modules'))
  return new Map(folders.map((folder) => [packages[folder]?.name ?? folder, folder]))
}

/** Returns the folders of the given workspaces and of those that they depend on. */
function collectWorkspaces(folders: string[]): Set<string> {
  const workspaces = readWorkspaces()
  const collected = new Set(folders)
  for (const folder of collected) {
    // also those that are added meanwhile
    for (const name of Object.keys(readPackageJson(folder).dependencies ?? {})) {
      const dependency = workspaces.get(name)
      if (dependency) collected.add(dependency)
    }
  }
  return collected
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'keep-root-dev': { type: 'boolean' } } })
const selected = collectWorkspaces(positionals)
// npm follows devDependencies from one workspace to the next, even with --omit=dev
for (const folder of selected) {
  const { devDependencies: _, ...packageJson } = readPackageJson(folder)
  writePackageJson(folder, packageJson)
}
// The optional dependencies of the root are needed by npm start only, its scripts by nobody in an image
const { devDependencies = {}, optionalDependencies: _, scripts: __, ...root } = readPackageJson('.')
writePackageJson('.', {
  ...root,
  workspaces: [...selected].toSorted(),
  ...(values['keep-root-dev'] ? { devDependencies } : {}),
})
