import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { reportTotals } from '../../test-runner/jest-runs.mjs'
import { runAllTests } from '../../test-runner/run-tests.mjs'

/** Obtains the engines in the background, because compiling them takes minutes without a cache. */
const installer = spawn(process.execPath, ['tools/engines/src/main.ts', 'obtain'], {
  stdio: ['ignore', 'inherit', 'inherit'],
})
const enginesObtained = once(installer, 'exit')

reportTotals(await runAllTests(enginesObtained))
