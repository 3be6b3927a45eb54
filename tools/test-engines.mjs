import { testEngines } from './test/engines.mjs'
import { report } from './test/runs.mjs'

report(await testEngines(process.argv.slice(2)))
