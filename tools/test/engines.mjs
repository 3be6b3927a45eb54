import { jest } from './runs.mjs'

/** What has tests on engines beside PostgreSQL; what is to be had of these on this machine is obtained and started. */
const FOLDERS = [
  'packages/(events|storage|media|members)/tests',
  'services/auth/tests/redis',
  'services/posts/tests',
  'services/chat/tests',
  'stack/tests/mixtures',
  'faults/tests',
  'deploy/tests',
]

/** Tests on engines what `paths` name, or all. Where one cannot be had its tests fail, unless TEST_ENGINES says `available`. */
export const testEngines = (paths = []) =>
  jest(['--selectProjects', 'node', 'mongo', 'long', '--', ...(paths.length > 0 ? paths : FOLDERS)], {
    TEST_ENGINES: process.env.TEST_ENGINES || 'all',
  })
