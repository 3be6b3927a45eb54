import { run } from './bootstrap/run.mjs'

const NODE_OPTIONS = '--experimental-vm-modules --disable-warning=ExperimentalWarning'
/** What has tests on Kafka, Redis or S3; what is to be had of these on this machine is obtained and started. */
const FOLDERS = [
  'packages/(events|storage|media)/tests',
  'services/(auth|posts)/tests/redis',
  'services/chat/tests/instances',
  'stack/tests/mixtures',
]

const env = { ...process.env, NODE_OPTIONS, TEST_ENGINES: process.env.TEST_ENGINES || 'all' }
const paths = process.argv.length > 2 ? process.argv.slice(2) : FOLDERS
process.exitCode = await run(
  process.execPath,
  ['node_modules/jest/bin/jest.js', '--selectProjects', 'node', '--', ...paths],
  { env },
)
