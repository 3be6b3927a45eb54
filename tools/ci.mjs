import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { testEngines } from './test/engines.mjs'
import { report } from './test/runs.mjs'
import { test } from './test/tests.mjs'

/** Compiles take minutes where nothing is cached: they begin now, behind everything else. */
const obtaining = spawn(process.execPath, ['engines/src/main.ts', 'obtain'], {
  stdio: ['ignore', 'inherit', 'inherit'],
})
const obtained = once(obtaining, 'exit')

const results = await test(['--all'])
await obtained // what could not be had says why, and its tests say that they are left out
process.env.TEST_ENGINES ||= 'available'
report([...results, await testEngines()])
