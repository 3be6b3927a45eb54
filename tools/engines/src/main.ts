import { constants, setPriority } from 'node:os'
import { parseArgs } from 'node:util'
import { down, environment, status, up } from './commands.ts'
import { dockerCompose } from './compose.ts'
import type { Obtainable } from './engine.ts'
import { ENGINES, engineOf } from './engines/index.ts'
import { obtained } from './obtain.ts'

const USAGE = `npm run engines -- up [engine …]            obtains and starts them, or all
npm run engines -- obtain [engine …]        obtains them only, behind whatever else this machine does
npm run engines -- down [engine …] [--wipe] ends those that were started so; --wipe removes their data, too
npm run engines -- status [engine …]        how they are
npm run engines -- env [engine …]           the product's variables for those that run

Engines: ${ENGINES.map(({ name }) => name).join(', ')}`

process.stdout.on('error', () => {}) // whoever read us has gone, as `head` does
const say = (line: string) => console.error(line)

/** Does it to each; one that fails keeps no other from it. */
async function toEach<One>(engines: readonly One[], work: (engine: One) => Promise<void>): Promise<void> {
  const ends = await Promise.allSettled(engines.map(work))
  for (const end of ends) {
    if (end.status === 'fulfilled') continue
    say(end.reason instanceof Error ? end.reason.message : String(end.reason))
    process.exitCode = 1
  }
}

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { wipe: { type: 'boolean' } } })
  const [command, ...names] = positionals
  const engines = names.length > 0 ? names.map(engineOf) : ENGINES
  if (command === 'up') {
    await toEach(engines, (engine) => up(engine, say))
    for (const line of await environment(engines)) console.log(line)
  } else if (command === 'obtain') {
    setPriority(constants.priority.PRIORITY_LOW)
    await toEach<Obtainable>(names.length > 0 ? engines : [...ENGINES, dockerCompose], (one) => obtained(one, say))
  } else if (command === 'down') await toEach(engines, (engine) => down(engine, values.wipe ?? false, say))
  else if (command === 'status') for (const engine of engines) console.log(await status(engine))
  else if (command === 'env') for (const line of await environment(engines)) console.log(line)
  else throw new Error(USAGE)
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
