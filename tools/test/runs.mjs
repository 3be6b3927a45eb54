import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../bootstrap/run.mjs'

const NODE_OPTIONS = '--experimental-vm-modules --disable-warning=ExperimentalWarning'

/** @typedef {{ passed: number, failed: number }} Result */

/** Whatever ended badly has failed at least once. */
export function resultOf(code, { passed, failed }) {
  if (code >= 128) process.exit(code) // interrupted
  return code === 0 || failed > 0 ? { passed, failed } : { passed: 0, failed: 1 }
}

/** Runs jest. @returns {Promise<Result>} */
export async function jest(args, variables = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-totals-'))
  const file = join(folder, 'totals.json')
  const env = { ...process.env, NODE_OPTIONS, TEST_TOTALS_FILE: file, ...variables }
  const code = await run(process.execPath, ['node_modules/jest/bin/jest.js', ...args], { env })
  const text = await readFile(file, 'utf8').catch(() => '')
  await rm(folder, { recursive: true, force: true })
  return resultOf(code, text === '' ? { passed: 0, failed: 0 } : JSON.parse(text))
}

/** What takes its time, one after the other: most start the whole product. All of it, or what `paths` name. */
export const long = (variables, paths = []) =>
  jest(['--runInBand', '--selectProjects', 'long', '--', ...paths], variables)

/** Says last how many tests passed and failed in all runs. @param {Result[]} results */
export function report(results) {
  const sum = (key) => results.reduce((total, one) => total + one[key], 0)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  process.exitCode = sum('failed') === 0 ? 0 : 1
}
