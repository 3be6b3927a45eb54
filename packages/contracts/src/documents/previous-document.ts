import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024
const MAIN_BRANCHES = ['origin/main', 'main']

/** Runs git with these arguments in a folder. Returns undefined if it fails, as outside of a clone. */
export type RunGit = (folder: string, ...args: string[]) => Promise<string | undefined>

const runGit: RunGit = (cwd, ...args) =>
  promisify(execFile)('git', args, { cwd, maxBuffer: MAX_DOCUMENT_BYTES }).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  )

/**
 * Reads a document as it was before the current change: on a branch, where the branch left `main`; on `main`, in the
 * previous commit. Returns undefined outside of a clone, and in a clone without history.
 */
export async function readPreviousDocument(file: string, git: RunGit = runGit): Promise<string | undefined> {
  const folder = dirname(file)
  const head = await git(folder, 'rev-parse', 'HEAD')
  const bases = await Promise.all(MAIN_BRANCHES.map((branch) => git(folder, 'merge-base', branch, 'HEAD')))
  const base = bases.find((commit) => commit !== undefined && commit !== head) ?? 'HEAD^'
  const name = await git(folder, 'ls-files', '--full-name', file)
  return name ? git(folder, 'show', `${base}:${name}`) : undefined
}
