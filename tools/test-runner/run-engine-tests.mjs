import { runJest, runLongTests } from './jest-runs.mjs'

/** The tests on engines beside PostgreSQL. */
const TEST_PATHS = [
  'packages/(events|storage|media|members)/tests',
  'services/auth/tests/redis',
  'services/posts/tests',
  'services/chat/tests',
  'tools/stack/tests/mixtures',
  'tools/faults/tests',
  'tools/containers/tests',
]
const LONG_TEST_PATHS = ['tools/faults/tests/long', 'tools/containers/tests/long']

/**
 * Runs the tests on engines, all or those of `paths`. Tests of a missing engine fail unless TEST_ENGINES is `available`.
 * @returns {Promise<import('./jest-runs.mjs').Result[]>}
 */
export async function runEngineTests(paths = []) {
  const engines = { TEST_ENGINES: process.env.TEST_ENGINES || 'all' }
  const short = ['--selectProjects', 'node', 'mongo']
  if (paths.length > 0) return [await runJest([...short, 'long', '--', ...paths], engines)]
  return Promise.all([runJest([...short, '--', ...TEST_PATHS], engines), runLongTests(engines, LONG_TEST_PATHS)])
}
