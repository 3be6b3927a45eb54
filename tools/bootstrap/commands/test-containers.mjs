import { reportTotals, runLongJestTests } from '../../test-runner/test-runs.mjs'

reportTotals([await runLongJestTests({ TEST_CONTAINERS: 'all' }, ['tools/containers/tests/long'])])
