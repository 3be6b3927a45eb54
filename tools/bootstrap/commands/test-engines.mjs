import { reportTotals } from '../../test-runner/jest-runs.mjs'
import { runEngineTests } from '../../test-runner/run-engine-tests.mjs'

reportTotals(await runEngineTests(process.argv.slice(2)))
