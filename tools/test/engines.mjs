import { jest, long } from './runs.mjs'

/** What has tests on engines beside PostgreSQL; what is to be had of these on this machine is obtained and started. */
const FOLDERS = [
  'packages/(events|storage|media|members)/tests',
  'services/auth/tests/redis',
  'services/posts/tests',
  'services/chat/tests',
  'tools/stack/tests/mixtures',
  'tools/faults/tests',
  'tools/containers/tests',
]
const LONG = ['tools/faults/tests/long', 'tools/containers/tests/long']

/**
 * Tests on engines what `paths` name, or all. Where one cannot be had its tests fail, unless TEST_ENGINES says `available`.
 * @returns {Promise<import('./runs.mjs').Result[]>}
 */
export async function testEngines(paths = []) {
  const engines = { TEST_ENGINES: process.env.TEST_ENGINES || 'all' }
  const short = ['--selectProjects', 'node', 'mongo']
  if (paths.length > 0) return [await jest([...short, 'long', '--', ...paths], engines)]
  return Promise.all([jest([...short, '--', ...FOLDERS], engines), long(engines, LONG)])
}
