import { reportTotals } from '../../test-runner/jest-runs.mjs'
import { runTests } from '../../test-runner/run-tests.mjs'

reportTotals(await runTests(process.argv.slice(2)))
