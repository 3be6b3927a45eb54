// Deploys the local overlay to the cluster of cluster.sh and shows how it behaves there: `npm run test:cluster`
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { runChecks } from './run-checks.ts'
import { parseRunOptions } from './run-options.ts'

const script = join(import.meta.dirname, '../cluster.sh')
const options = parseRunOptions(process.argv.slice(2))
const isInNode = process.env['MEADOW_IN_NODE'] === 'yes'

if (!isInNode) {
  const run = (...args: string[]) =>
    spawnSync('bash', [script, ...args], { stdio: 'inherit', env: { ...process.env, MEADOW_IN_NODE: 'yes' } }).status ??
    1
  const status = run('up') || run('exec', process.execPath, import.meta.filename, ...process.argv.slice(2))
  process.exit(status)
}
process.exit((await runChecks(options)) ? 0 : 1)
