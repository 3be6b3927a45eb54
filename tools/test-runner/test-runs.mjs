import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../bootstrap/run-command.mjs'

const JEST_NODE_OPTIONS = '--experimental-vm-modules --disable-warning=ExperimentalWarning'

/** @typedef {{ passed: number, failed: number }} Result */

/** Returns the totals of a run. A run with an error code counts at least one failure. */
export function toResult(code, { passed, failed }) {
  if (code >= 128) process.exit(code) // ended by a signal
  return code === 0 || failed > 0 ? { passed, failed } : { passed: 0, failed: 1 }
}

/** Runs a test command of Node, which writes its totals to TEST_TOTALS_FILE. @returns {Promise<Result>} */
async function runTestCommand(args, variables) {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-totals-'))
  const file = join(folder, 'totals.json')
  const env = { ...process.env, TEST_TOTALS_FILE: file, ...variables }
  const code = await runCommand(process.execPath, args, { env })
  const text = await readFile(file, 'utf8').catch(() => '')
  await rm(folder, { recursive: true, force: true })
  return toResult(code, text === '' ? { passed: 0, failed: 0 } : JSON.parse(text))
}

/** Runs Jest. */
export const runJest = (args, variables = {}) =>
  runTestCommand(['node_modules/jest/bin/jest.js', ...args], { NODE_OPTIONS: JEST_NODE_OPTIONS, ...variables })

/** Runs Playwright: the tests in a browser. */
export const runPlaywright = (args, variables = {}) =>
  runTestCommand(['node_modules/@playwright/test/cli.js', 'test', '--config=tools/e2e', ...args], variables)

/** Runs the long tests of Jest, all or those of `paths`, one after the other: most of them start the whole product. */
export const runLongJestTests = (variables, paths = []) =>
  runJest(['--runInBand', '--selectProjects', 'long', '--', ...paths], variables)

/** Runs all long tests, also those in a browser. @returns {Promise<Result[]>} */
export const runLongTests = async (variables) => [
  await runLongJestTests(variables),
  await runPlaywright(['--project=long'], variables),
]

/** Prints the totals of all runs as the last line. @param {Result[]} results */
export function reportTotals(results) {
  const sum = (key) => results.reduce((total, one) => total + one[key], 0)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  process.exitCode = sum('failed') === 0 ? 0 : 1
}
