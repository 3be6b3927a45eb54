import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { runAllTests } from '../../test-runner/run-tests.mjs'
import { reportTotals } from '../../test-runner/test-runs.mjs'

const callContainerEngine = (command) =>
  spawnSync('bash', ['tools/containers/engine/engine.sh', command], { stdio: 'ignore' })

/** Obtains the engines in the background, because compiling them takes minutes without a cache. */
const installer = spawn(process.execPath, ['tools/engines/src/main.ts', 'obtain'], {
  stdio: ['ignore', 'inherit', 'inherit'],
})
const enginesObtained = once(installer, 'exit')

const isContainerEngineUp = callContainerEngine('status').status === 0
reportTotals(await runAllTests(enginesObtained))
if (!isContainerEngineUp) callContainerEngine('down')
