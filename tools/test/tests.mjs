import { run } from '../bootstrap/run.mjs'
import { buildFrontends } from '../build-frontends.mjs'
import { jest, resultOf } from './runs.mjs'

/** All checks together count as one test. */
async function check() {
  const code = await run('npm', ['run', '--silent', 'check'], { shell: process.platform === 'win32' })
  return resultOf(code, { passed: 1, failed: 0 })
}

async function browser(args) {
  try {
    await buildFrontends({ log: console.log })
  } catch (error) {
    console.error(error.message)
    return { passed: 0, failed: 1 }
  }
  return jest(['--maxWorkers=2', ...args])
}

/** What takes its time: each starts the whole product, one after the other. */
const long = () => jest(['--runInBand', '--selectProjects', 'long'])

/** @typedef {import('./runs.mjs').Result} Result */

/** Tests everything but what takes long, all (`--all`), or what `args` name. @returns {Promise<Result[]>} */
export async function test(args) {
  const paths = args.filter((arg) => arg !== '--all')
  if (paths.length === 0)
    return [
      await check(),
      await jest(['--selectProjects', 'node', 'tools', 'web']),
      await browser(['--selectProjects', 'e2e']),
      ...(args.includes('--all') ? [await long()] : []),
    ]
  if (!paths.some((path) => path.includes('e2e'))) return [await jest(paths)]
  return [await browser([...paths, '--ignoreProjects', 'dev'])]
}

/**
 * Tests all, and last, when the engines have been `obtained`, what runs on them together with what has no part in them:
 * each test once. What takes long often waits, and leaves the processors to the others.
 * @param {Promise<unknown>} obtained @returns {Promise<Result[]>}
 */
export async function testWithEngines(obtained) {
  const results = [await check(), await browser(['--selectProjects', 'e2e'])]
  await obtained
  const projects = ['node', 'tools', 'web', 'mongo', 'long']
  return [
    ...results,
    await jest(['--selectProjects', ...projects], { TEST_ENGINES: process.env.TEST_ENGINES || 'available' }),
  ]
}
