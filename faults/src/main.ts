import { parseArgs } from 'node:util'
import { kills } from './kills.ts'

const USAGE = 'npm run faults -- kills [--seed NUMBER] [--kills NUMBER]'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, kills: { type: 'string', default: '30' } },
})
if (positionals.join() !== 'kills') {
  console.error(`Use: ${USAGE}`)
  process.exit(2)
}
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const { broken } = await kills({ seed, count: Number(values.kills) })
process.exitCode = broken.length === 0 ? 0 : 1
