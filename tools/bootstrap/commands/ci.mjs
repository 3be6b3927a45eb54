import { provideEngines, reportStandIns } from '../../test-runner/provided-engines.mjs'
import { runAllTests } from '../../test-runner/run-tests.mjs'
import { reportTotals } from '../../test-runner/test-runs.mjs'

const engines = provideEngines()
const results = await runAllTests(engines.ready)
reportStandIns()
reportTotals(results)
engines.end()
