import { runCommand } from '../bootstrap/run-command.mjs'
import { buildFrontends } from '../build/build-frontends.mjs'
import { repeatFailedFiles, runJest, runLongTests, runPlaywright, toResult } from './test-runs.mjs'

/** Runs all checks, which count as one test. */
async function runChecks() {
  const code = await runCommand('npm', ['run', '--silent', 'check'], { shell: process.platform === 'win32' })
  return toResult(code, { passed: 1, failed: 0 })
}

/** Builds the front ends. Returns whether that succeeded. */
const tryBuildFrontends = () =>
  buildFrontends({ log: console.log }).then(
    () => true,
    (error) => {
      console.error(error.message)
      return false
    },
  )

async function runBrowserTests(args, builds = tryBuildFrontends()) {
  return (await builds) ? runPlaywright(args) : { passed: 0, failed: 1 }
}

/** @typedef {import('./test-runs.mjs').Result} Result */

/**
 * Runs all tests except the long ones, all tests (`--all`), or those of `args`. Of all tests, those that fail are repeated
 * once and reported as flaky if they pass then.
 * @returns {Promise<Result[]>}
 */
export async function runTests(args) {
  const paths = args.filter((arg) => arg !== '--all')
  if (paths.length === 0) {
    const builds = tryBuildFrontends() // in parallel with the checks
    return repeatFailedFiles([
      await runChecks(),
      await runJest({ projects: ['node', 'tools', 'web'] }),
      await runBrowserTests(['--project=e2e', '--retries=1'], builds),
      ...(args.includes('--all') ? await runLongTests() : []),
    ])
  }
  const browserPaths = paths.filter((path) => path.includes('e2e'))
  const otherPaths = paths.filter((path) => !path.includes('e2e'))
  return [
    ...(otherPaths.length > 0 ? [await runJest({ paths: otherPaths })] : []),
    ...(browserPaths.length > 0 ? [await runBrowserTests(browserPaths)] : []),
  ]
}

/**
 * Runs all tests once; those on engines come last, when the machine has provided them. Tests of browsers and whole products wait
 * often, so other tests run in parallel with them. Long tests run neither in parallel nor beside the browsers. Tests that
 * fail are repeated once, at the end, and reported as flaky if they pass then.
 * @param {Promise<Result>} enginesReady @returns {Promise<Result[]>}
 */
export async function runAllTests(enginesReady) {
  const builds = tryBuildFrontends()
  const checkResult = await runChecks()
  const webTests = runJest({ projects: ['web', 'tools'], options: ['--maxWorkers=1'] })
  const browserResult = await runBrowserTests(['--project=e2e', '--retries=1'], builds)
  const enginesResult = await enginesReady
  const engines = { TEST_ENGINES: process.env.TEST_ENGINES || 'available', TEST_CONTAINERS: 'small' }
  const serviceTests = runJest({ projects: ['node', 'mongo'] }, { ...engines, TEST_LOG: 'error' })
  const [webResult, serviceResult, longResults] = await Promise.all([webTests, serviceTests, runLongTests(engines)])
  return repeatFailedFiles([checkResult, browserResult, enginesResult, webResult, serviceResult, ...longResults])
}
