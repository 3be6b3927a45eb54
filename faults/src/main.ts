import { parseArgs } from 'node:util'
import { engines } from './engines.ts'
import { kills } from './kills.ts'

const USAGE = `npm run faults -- kills [--seed NUMBER] [--kills NUMBER]
     npm run faults -- engines [--seed NUMBER] [--seconds NUMBER]`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    kills: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '60' },
  },
})
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const FAULTS = {
  kills: () => kills({ seed, count: Number(values.kills) }),
  engines: () => engines({ seed, seconds: Number(values.seconds) }),
}
const name = positionals.join()
if (!(name in FAULTS)) {
  console.error(`Use: ${USAGE}`)
  process.exit(2)
}
const { broken } = await FAULTS[name as keyof typeof FAULTS]()
process.exitCode = broken.length === 0 ? 0 : 1
