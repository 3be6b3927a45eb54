import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { findNextFreePort } from '@meadow/stack/ports'
import type { Engine, Place } from './engine.ts'
import { folder } from './folders.ts'
import { alone } from './lock.ts'
import { forget, note, noted, running } from './notes.ts'
import { obtained } from './obtain.ts'
import { endServer, type Server, startServer, untilReady } from './server.ts'

type Say = (line: string) => void

const logOf = (name: string) => join(folder('logs'), `${name}.log`)
const seconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(1)} s`

/** Obtains an engine and starts it, unless it runs already. @throws what is missing, or the end of its log */
export async function up(engine: Engine, say: Say): Promise<void> {
  await obtained(engine, say)
  await alone(engine.name, async () => {
    const begun = performance.now()
    const there = running(engine.name)
    const server = there ?? (await start(engine))
    if (there) await untilReady(engine, there, logOf(engine.name))
    const how = there ? 'runs already' : `ready after ${seconds(begun)}`
    say(`${engine.name}: ${how} (${engine.version}, port ${server.place.ports[0]}, process ${server.process.pid})`)
  })
}

async function start(engine: Engine): Promise<Server> {
  const { name } = engine
  const place = { ports: await portsFor(engine), dir: folder('data', name) }
  return startServer(engine, { place, logFile: logOf(name), started: (server) => note(name, server) })
}

/** Those of the last time, so that an address that somebody noted stays true; others only where they are taken. */
async function portsFor(engine: Engine): Promise<Place['ports']> {
  const ports: number[] = []
  for (const wanted of noted(engine.name)?.place.ports ?? engine.ports) {
    let port = await findNextFreePort(wanted)
    while (ports.includes(port)) port = await findNextFreePort(port + 1)
    ports.push(port)
  }
  return ports
}

/** Ends what `up` started, and with `wipe` removes its data. */
export async function down(engine: Engine, wipe: boolean, say: Say): Promise<void> {
  const { name } = engine
  await alone(name, async () => {
    const server = running(name)
    if (server) await endServer(server)
    if (wipe) {
      forget(name)
      rmSync(folder('data', name), { recursive: true, force: true })
    }
    say(`${name}: ${server ? 'stopped' : 'was not running'}${wipe ? ', its data is removed' : ''}`)
  })
}

/** How an engine is, in a line. */
export async function status(engine: Engine): Promise<string> {
  const server = running(engine.name)
  if (server) {
    const how = (await engine.isReady(server.place)) ? 'ready' : 'does not answer'
    return `${engine.name.padEnd(11)} ${how}, port ${server.place.ports[0]}, process ${server.process.pid}  (${engine.version})`
  }
  const missing = engine.missing()
  const how = missing.length > 0 ? `lacks ${missing.join(' and ')}` : engine.isObtained() ? 'down' : 'not obtained yet'
  return `${engine.name.padEnd(11)} ${how}  (${engine.version})`
}

/** The product's variables for the engines that run, as a shell reads them; each once. */
export async function environment(engines: readonly Engine[]): Promise<string[]> {
  const lines = new Map<string, string>()
  for (const engine of engines) {
    const server = running(engine.name)
    if (!server) continue
    for (const [name, value] of Object.entries(await engine.variables(server.place)))
      if (!lines.has(name)) lines.set(name, `${name}='${value}'`)
  }
  return [...lines.values()]
}
