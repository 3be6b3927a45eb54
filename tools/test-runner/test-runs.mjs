import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../bootstrap/run-command.mjs'
import { formatEngineTests } from './engine-test-counts.mjs'

const JEST_NODE_OPTIONS = '--experimental-vm-modules --disable-warning=ExperimentalWarning'

/**
 * The totals of a run. `failedFiles` are Jest's files with failures, `flaky` the tests and files that failed and then passed,
 * `repeat` runs some of the files again, alone. `engines` counts the tests on each engine.
 * @typedef {{
 *   passed: number, failed: number, failedFiles?: string[], flaky?: string[], repeat?: (files: string[]) => Promise<Result>,
 *   engines?: Record<string, { run: number, skipped: number }>,
 * }} Result
 */

/** Returns the totals of a run. A run with an error code counts at least one failure. @returns {Result} */
export function toResult(code, totals) {
  if (code >= 128) process.exit(code) // ended by a signal
  return code === 0 || totals.failed > 0 ? totals : { ...totals, failed: 1 }
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

const callJest = (args, variables) =>
  runTestCommand(['node_modules/jest/bin/jest.js', ...args], { NODE_OPTIONS: JEST_NODE_OPTIONS, ...variables })

/** Runs tests of some projects of Jest, all or those of `paths`. @returns {Promise<Result>} */
export async function runJest({ projects = [], paths = [], options = [] }, variables = {}) {
  const selected = projects.length > 0 ? ['--selectProjects', ...projects] : []
  const result = await callJest([...options, ...selected, '--', ...paths], variables)
  const repeat = (files) => callJest(['--runInBand', ...selected, '--runTestsByPath', '--', ...files], variables)
  return { ...result, repeat }
}

/** Runs Playwright: the tests in a browser. */
export const runPlaywright = (args, variables = {}) =>
  runTestCommand(['node_modules/@playwright/test/cli.js', 'test', '--config=tools/e2e', ...args], variables)

/** Runs the long tests of Jest, all or those of `paths`, one after the other: most of them start the whole product. */
export const runLongJestTests = (variables, paths = []) =>
  runJest({ projects: ['long'], paths, options: ['--runInBand'] }, variables)

/** Runs all long tests, also those in a browser, which are repeated once if they fail. @returns {Promise<Result[]>} */
export const runLongTests = async (variables) => [
  await runLongJestTests(variables),
  await runPlaywright(['--project=long', '--retries=1'], variables),
]

/**
 * Runs Jest's files with failures once more, one after the other and beside nothing else. Files that pass then are flaky;
 * of the others the second result counts. More than ten files with failures are not flaky: they fail at once.
 * @param {Result[]} results @returns {Promise<Result[]>}
 */
export async function repeatFailedFiles(results) {
  const repeated = []
  for (const result of results) repeated.push(await repeatFailed(result))
  return repeated
}

const MAX_REPEATED_FILES = 10

async function repeatFailed(result) {
  const { passed, failed, failedFiles = [], repeat } = result
  if (failedFiles.length === 0 || failedFiles.length > MAX_REPEATED_FILES) return result
  console.log(`\nRepeating ${failedFiles.join(', ')}`)
  const second = await repeat(failedFiles)
  const stillFailed = second.failedFiles ?? failedFiles
  return {
    passed: passed + Math.max(0, failed - second.failed),
    failed: second.failed,
    flaky: failedFiles.filter((file) => !stillFailed.includes(file)),
    engines: result.engines,
  }
}

/** Prints flaky tests, the tests on each engine, then the totals of all runs as the last line. @param {Result[]} results */
export function reportTotals(results) {
  const flaky = results.flatMap((one) => one.flaky ?? [])
  if (flaky.length > 0) console.log(`\nFlaky, because they passed only when repeated:\n${flaky.join('\n')}`)
  const engineTests = formatEngineTests(results.map(({ engines }) => engines))
  if (engineTests !== '') console.log(`\n${engineTests}`)
  const sum = (key) => results.reduce((total, one) => total + one[key], 0)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  process.exitCode = sum('failed') === 0 ? 0 : 1
}
