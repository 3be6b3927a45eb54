import { assertContainerEngine, usesContainers } from '@meadow/testing/engines/containers'
import { repeatFailedFiles, runJest, runLongJestTests } from './test-runs.mjs'

/** The tests of ports and services on shared engines. */
const SHARED_ENGINE_PATHS = [
  'packages/(events|storage|media|members)/tests',
  'services/auth/tests/redis',
  'services/posts/tests',
  'services/chat/tests',
]
/** The tests on engines beside PostgreSQL. */
const TEST_PATHS = [
  ...SHARED_ENGINE_PATHS,
  'tools/stack/tests/mixtures',
  'tools/faults/tests',
  'tools/containers/tests',
]
const LONG_TEST_PATHS = ['tools/faults/tests/long', 'tools/containers/tests/long']

/**
 * Runs the tests on engines, all or those of `paths`. Tests of a missing engine fail unless TEST_ENGINES is `available`. With
 * ENGINES=containers every engine is a container, and tests that need a local server are left out.
 * @returns {Promise<import('./test-runs.mjs').Result[]>} @throws if there is no container engine
 */
export async function runEngineTests(paths = []) {
  const engines = { TEST_ENGINES: process.env.TEST_ENGINES || 'all' }
  if (usesContainers()) await assertContainerEngine()
  const projects = ['node', 'mongo']
  if (paths.length > 0) return [await runJest({ projects: [...projects, 'long'], paths }, engines)]
  if (usesContainers()) return [await runJest({ projects, paths: SHARED_ENGINE_PATHS }, engines)]
  const runs = [runJest({ projects, paths: TEST_PATHS }, engines), runLongJestTests(engines, LONG_TEST_PATHS)]
  return repeatFailedFiles(await Promise.all(runs))
}
