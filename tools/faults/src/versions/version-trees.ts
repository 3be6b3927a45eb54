import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FaultRun } from '../run/fault-run.ts'
import { applySourceChanges, NEXT_VERSION } from './next-version.ts'
import { exportProductTree, linkFolder } from './product-tree.ts'

export type Version = 'current' | 'next'

/** Two versions of the product, and a stack whose programs come from either. */
export type VersionTrees = {
  /** The script of the stack. All its programs begin with the current version. */
  stackScript: string
  /** Chooses the version with which the processes of a program start from now on. */
  use(program: Program, version: Version): void
}

const PROGRAM_FOLDERS = {
  auth: 'services/auth',
  social: 'services/social',
  posts: 'services/posts',
  notify: 'services/notify',
  chat: 'services/chat',
  gateway: 'gateway',
} as const
export type Program = keyof typeof PROGRAM_FOLDERS
export const PROGRAMS = Object.keys(PROGRAM_FOLDERS) as Program[]

/**
 * Creates the trees of both versions in a temporary folder, and a third one for the stack: there the folder of a program
 * is a link to one of the versions. Node resolves the link, so the process loads all packages of that version.
 */
export function createVersionTrees(run: FaultRun): VersionTrees {
  const folder = mkdtempSync(join(tmpdir(), 'meadow-versions-'))
  run.opened.defer(() => rmSync(folder, { recursive: true, force: true }))
  for (const tree of ['current', 'next', 'stack']) exportProductTree(join(folder, tree))
  applySourceChanges(join(folder, 'next'), NEXT_VERSION)
  const use = (program: Program, version: Version) =>
    linkFolder(join(folder, version, PROGRAM_FOLDERS[program]), join(folder, 'stack', PROGRAM_FOLDERS[program]))
  for (const program of PROGRAMS) {
    rmSync(join(folder, 'stack', PROGRAM_FOLDERS[program]), { recursive: true })
    use(program, 'current')
  }
  return { stackScript: join(folder, 'stack/tools/stack/src/main.ts'), use }
}
