import { run } from '../bootstrap/run.mjs'
import { buildFrontends } from '../build-frontends.mjs'
import { jest, long, resultOf } from './runs.mjs'

/** All checks together count as one test. */
async function check() {
  const code = await run('npm', ['run', '--silent', 'check'], { shell: process.platform === 'win32' })
  return resultOf(code, { passed: 1, failed: 0 })
}

/** Answers whether all front ends could be built. */
const build = () =>
  buildFrontends({ log: console.log }).then(
    () => true,
    (error) => {
      console.error(error.message)
      return false
    },
  )

async function browser(args, builds = build()) {
  return (await builds) ? jest(['--maxWorkers=2', ...args]) : { passed: 0, failed: 1 }
}

/** @typedef {import('./runs.mjs').Result} Result */

/** Tests everything but what takes long, all (`--all`), or what `args` name. @returns {Promise<Result[]>} */
export async function test(args) {
  const paths = args.filter((arg) => arg !== '--all')
  if (paths.length === 0) {
    const builds = build() // beside the checks
    return [
      await check(),
      await jest(['--selectProjects', 'node', 'tools', 'web']),
      await browser(['--selectProjects', 'e2e'], builds),
      ...(args.includes('--all') ? [await long()] : []),
    ]
  }
  if (!paths.some((path) => path.includes('e2e'))) return [await jest(paths)]
  return [await browser([...paths, '--ignoreProjects', 'dev'])]
}

/**
 * Tests all, each test once, and last, when the engines have been `obtained`, what may run on them. Browsers and whole products
 * often wait: what does not runs beside them. What takes long never runs beside its like, nor beside the browsers.
 * @param {Promise<unknown>} obtained @returns {Promise<Result[]>}
 */
export async function testWithEngines(obtained) {
  const builds = build()
  const checked = await check()
  const screens = jest(['--maxWorkers=1', '--selectProjects', 'web', 'tools'])
  const browsed = await browser(['--selectProjects', 'e2e'], builds)
  await obtained
  const engines = { TEST_ENGINES: process.env.TEST_ENGINES || 'available' }
  const services = jest(['--selectProjects', 'node', 'mongo'], { ...engines, TEST_LOG: 'error' })
  return [checked, browsed, ...(await Promise.all([screens, services, long(engines)]))]
}
