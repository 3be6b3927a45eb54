import { parseArgs } from 'node:util'
import { engines } from './engine-outages.ts'
import { instances } from './instance-kills.ts'
import { kills } from './process-kills.ts'

const USAGE = `npm run faults -- kills [--seed NUMBER] [--kills NUMBER] [--engines]
     npm run faults -- instances [--seed NUMBER] [--seconds NUMBER]
     npm run faults -- engines [--seed NUMBER] [--seconds NUMBER]`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    kills: { type: 'string', default: '30' },
    engines: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '60' },
  },
})
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const FAULTS = {
  kills: () => kills({ seed, count: Number(values.kills), isOnEngines: values.engines }),
  instances: () => instances({ seed, seconds: Number(values.seconds) }),
  engines: () => engines({ seed, seconds: Number(values.seconds) }),
}
const name = positionals.join()
if (!(name in FAULTS)) {
  console.error(`Use: ${USAGE}`)
  process.exit(2)
}
const { broken } = await FAULTS[name as keyof typeof FAULTS]()
process.exitCode = broken.length === 0 ? 0 : 1
