import { constants, setPriority } from 'node:os'
import { parseArgs } from 'node:util'
import { describeEngine, listVariables, startEngine, stopEngine } from './commands.ts'
import { dockerCompose } from './compose.ts'
import type { Obtainable } from './engine.ts'
import { ENGINES, findEngine } from './engines/index.ts'
import { assignBucket } from './engines/versitygw.ts'
import { ensureObtained } from './ensure-obtained.ts'
import { findRunningServer } from './server-registry.ts'

const USAGE = `npm run engines -- up [engine …]            obtains and starts engines (default: all)
npm run engines -- obtain [engine …]        only obtains them, with low priority
npm run engines -- down [engine …] [--wipe] stops them; --wipe deletes their data
npm run engines -- status [engine …]        shows their state
npm run engines -- env [engine …]           prints the variables of the running ones
npm run engines -- assign-bucket BUCKET USER
                                            makes a user of versitygw the owner of a bucket

Engines: ${ENGINES.map(({ name }) => name).join(', ')}`

process.stdout.on('error', () => {}) // the reader has closed the pipe, as `head` does
const logLine = (line: string) => console.error(line)

/** Runs `work` for all engines. A failure does not stop the others. */
async function runForEach<One>(engines: readonly One[], work: (engine: One) => Promise<void>): Promise<void> {
  const results = await Promise.allSettled(engines.map(work))
  for (const result of results) {
    if (result.status === 'fulfilled') continue
    logLine(result.reason instanceof Error ? result.reason.message : String(result.reason))
    process.exitCode = 1
  }
}

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { wipe: { type: 'boolean' } } })
  const [command, ...names] = positionals
  const [bucket, user] = command === 'assign-bucket' ? names.splice(0) : []
  const engines = names.length > 0 ? names.map(findEngine) : ENGINES
  if (bucket && user) await assignBucket(findRunningServer('versitygw')?.location.ports[0] ?? 0, bucket, user)
  else if (command === 'up') {
    await runForEach(engines, (engine) => startEngine(engine, logLine))
    for (const line of await listVariables(engines)) console.log(line)
  } else if (command === 'obtain') {
    setPriority(constants.priority.PRIORITY_LOW)
    await runForEach<Obtainable>(names.length > 0 ? engines : [...ENGINES, dockerCompose], (one) =>
      ensureObtained(one, logLine),
    )
  } else if (command === 'down')
    await runForEach(engines, (engine) => stopEngine(engine, values.wipe ?? false, logLine))
  else if (command === 'status') for (const engine of engines) console.log(await describeEngine(engine))
  else if (command === 'env') for (const line of await listVariables(engines)) console.log(line)
  else throw new Error(USAGE)
} catch (error) {
  logLine(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
