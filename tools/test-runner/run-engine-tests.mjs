import { findMissingContainerEngine } from '@meadow/testing/engines'
import { buildFrontends } from '../build/build-frontends.mjs'
import { repeatFailedFiles, runJest, runLongJestTests } from './test-runs.mjs'

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
const LONG_TEST_PATHS = ['tools/stack/tests/long', 'tools/faults/tests/long', 'tools/containers/tests/long']

/**
 * Runs the tests on engines, all or those of `paths`. Tests of a missing engine fail unless TEST_ENGINES is `available`.
 * @returns {Promise<import('./test-runs.mjs').Result[]>} @throws if no container engine responds, and all engines are required
 */
export async function runEngineTests(paths = []) {
  const engines = { TEST_ENGINES: process.env.TEST_ENGINES || 'all' }
  const missing = engines.TEST_ENGINES === 'all' ? await findMissingContainerEngine() : undefined
  if (missing) throw new Error(`The tests on engines run in containers: ${missing}.`)
  const projects = ['node', 'mongo']
  if (paths.length > 0) return [await runJest({ projects: [...projects, 'long'], paths }, engines)]
  await buildFrontends({ log: console.log }) // for the browser tests
  const runs = [runJest({ projects, paths: TEST_PATHS }, engines), runLongJestTests(engines, LONG_TEST_PATHS)]
  return repeatFailedFiles(await Promise.all(runs))
}
