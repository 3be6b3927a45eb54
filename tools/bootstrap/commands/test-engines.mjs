import { runEngineTests } from '../../test-runner/run-engine-tests.mjs'
import { reportTotals } from '../../test-runner/test-runs.mjs'

try {
  reportTotals(await runEngineTests(process.argv.slice(2)))
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
