import { parseArgs } from 'node:util'
import { runEngineOutages } from './engine-outages.ts'
import { runInstanceKills } from './instance-kills.ts'
import { runProcessKills } from './process-kills.ts'

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
  kills: () => runProcessKills({ seed, count: Number(values.kills), isOnEngines: values.engines }),
  instances: () => runInstanceKills({ seed, seconds: Number(values.seconds) }),
  engines: () => runEngineOutages({ seed, seconds: Number(values.seconds) }),
}
const name = positionals.join()
if (!(name in FAULTS)) {
  console.error(`Usage: ${USAGE}`)
  process.exit(2)
}
const { broken } = await FAULTS[name as keyof typeof FAULTS]()
process.exitCode = broken.length === 0 ? 0 : 1
