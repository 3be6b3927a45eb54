import { runTests } from '../../test-runner/run-tests.mjs'
import { reportTotals } from '../../test-runner/test-runs.mjs'

reportTotals(await runTests(process.argv.slice(2)))
