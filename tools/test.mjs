import { report } from './test/runs.mjs'
import { test } from './test/tests.mjs'

report(await test(process.argv.slice(2)))
