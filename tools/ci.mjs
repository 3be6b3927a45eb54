import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { report } from './test/runs.mjs'
import { testWithEngines } from './test/tests.mjs'

/** Compiles take minutes where nothing is cached: they begin now, behind everything else. */
const obtaining = spawn(process.execPath, ['tools/engines/src/main.ts', 'obtain'], {
  stdio: ['ignore', 'inherit', 'inherit'],
})
const obtained = once(obtaining, 'exit')

// What could not be had says why, and its tests say that they are left out.
report(await testWithEngines(obtained))
