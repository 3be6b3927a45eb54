// Runs one benchmark. Its parent process measures the state of the machine meanwhile.
import { SCENARIOS } from './scenarios.ts'

const [name = ''] = process.argv.slice(2)
process.once('disconnect', () => process.exit()) // the parent has ended
await SCENARIOS[name]?.()
process.disconnect()
