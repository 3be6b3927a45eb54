import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../bootstrap/run-command.mjs'

const NODE_OPTIONS = '--experimental-vm-modules --disable-warning=ExperimentalWarning'

/** @typedef {{ passed: number, failed: number }} Result */

/** Returns the totals of a run. A run with an error code counts at least one failure. */
export function toResult(code, { passed, failed }) {
  if (code >= 128) process.exit(code) // ended by a signal
  return code === 0 || failed > 0 ? { passed, failed } : { passed: 0, failed: 1 }
}

/** Runs Jest. @returns {Promise<Result>} */
export async function runJest(args, variables = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-totals-'))
  const file = join(folder, 'totals.json')
  const env = { ...process.env, NODE_OPTIONS, TEST_TOTALS_FILE: file, ...variables }
  const code = await runCommand(process.execPath, ['node_modules/jest/bin/jest.js', ...args], { env })
  const text = await readFile(file, 'utf8').catch(() => '')
  await rm(folder, { recursive: true, force: true })
  return toResult(code, text === '' ? { passed: 0, failed: 0 } : JSON.parse(text))
}

/** Runs the long tests, all or those of `paths`, one after the other: most of them start the whole product. */
export const runLongTests = (variables, paths = []) =>
  runJest(['--runInBand', '--selectProjects', 'long', '--', ...paths], variables)

/** Prints the totals of all runs as the last line. @param {Result[]} results */
export function reportTotals(results) {
  const sum = (key) => results.reduce((total, one) => total + one[key], 0)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  process.exitCode = sum('failed') === 0 ? 0 : 1
}
