import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../../../..')
const EXPORTED = ['package.json', 'gateway', 'packages', 'services', 'tools']

/**
 * Exports the current commit to `folder`, which must not exist. It has the dependencies and the built front ends of this
 * checkout, and its own packages.
 */
export function exportProductTree(folder: string): void {
  mkdirSync(folder)
  const archive = execFileSync('git', ['archive', 'HEAD', ...EXPORTED], {
    cwd: ROOT,
    maxBuffer: Number.POSITIVE_INFINITY,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@meadow') linkFolder(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  cpSync(join(ROOT, 'node_modules/@meadow'), join(folder, 'node_modules/@meadow'), {
    recursive: true,
    verbatimSymlinks: true, // relative, so they lead to the packages of the tree
  })
  for (const nested of globSync('{packages,services,tools}/*/node_modules', { cwd: ROOT }))
    if (existsSync(join(folder, nested, '..'))) linkFolder(join(ROOT, nested), join(folder, nested))
  linkFolder(join(ROOT, 'frontends'), join(folder, 'frontends'))
}

/** Links a folder, in one step if there is another link. */
export function linkFolder(target: string, path: string): void {
  const fresh = `${path}.new`
  rmSync(fresh, { force: true })
  symlinkSync(target, fresh, 'junction')
  renameSync(fresh, path)
}
