import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { findNextFreePort } from '@meadow/stack/ports'
import type { Engine, ServerLocation } from './engine.ts'
import { ensureObtained } from './ensure-obtained.ts'
import { ensureFolder } from './folders.ts'
import { withProcessLock } from './process-lock.ts'
import { type EngineServer, startEngineServer, stopEngineServer, waitUntilReady } from './server.ts'
import { findRunningServer, readServer, registerServer, unregisterServer } from './server-registry.ts'

type LogLine = (line: string) => void

const toLogFile = (name: string) => join(ensureFolder('logs'), `${name}.log`)
const formatSecondsSince = (since: number) => `${((performance.now() - since) / 1_000).toFixed(1)} s`

/** Obtains an engine and starts it unless it runs. @throws an error with the missing program or the end of its log */
export async function startEngine(engine: Engine, log: LogLine): Promise<void> {
  await ensureObtained(engine, log)
  await withProcessLock(engine.name, async () => {
    const startedAt = performance.now()
    const running = findRunningServer(engine.name)
    const server = running ?? (await startNewServer(engine))
    if (running) await waitUntilReady(engine, running, toLogFile(engine.name))
    const outcome = running ? 'is already running' : `ready after ${formatSecondsSince(startedAt)}`
    log(
      `${engine.name}: ${outcome} (${engine.version}, port ${server.location.ports[0]}, process ${server.process.pid})`,
    )
  })
}

async function startNewServer(engine: Engine): Promise<EngineServer> {
  const { name } = engine
  const location = { ports: await findPorts(engine), dir: ensureFolder('data', name) }
  return startEngineServer(engine, {
    location,
    logFile: toLogFile(name),
    onStarted: (server) => registerServer(name, server),
  })
}

/** Finds the ports of the last start, so that URLs stay valid, or other ports if these are in use. */
async function findPorts(engine: Engine): Promise<ServerLocation['ports']> {
  const ports: number[] = []
  for (const preferredPort of readServer(engine.name)?.location.ports ?? engine.ports) {
    let port = await findNextFreePort(preferredPort)
    while (ports.includes(port)) port = await findNextFreePort(port + 1)
    ports.push(port)
  }
  return ports
}

/** Stops an engine. `wipe` deletes its data. */
export async function stopEngine(engine: Engine, wipe: boolean, log: LogLine): Promise<void> {
  const { name } = engine
  await withProcessLock(name, async () => {
    const server = findRunningServer(name)
    if (server) await stopEngineServer(server)
    if (wipe) {
      unregisterServer(name)
      rmSync(ensureFolder('data', name), { recursive: true, force: true })
    }
    log(`${name}: ${server ? 'stopped' : 'was not running'}${wipe ? ', its data is deleted' : ''}`)
  })
}

/** Describes the state of an engine in one line. */
export async function describeEngine(engine: Engine): Promise<string> {
  const server = findRunningServer(engine.name)
  if (server) {
    const state = (await engine.isReady(server.location)) ? 'ready' : 'not responding'
    return `${engine.name.padEnd(11)} ${state}, port ${server.location.ports[0]}, process ${server.process.pid}  (${engine.version})`
  }
  const missing = engine.listMissing()
  const state = missing.length > 0 ? `lacks ${missing.join(' and ')}` : engine.isObtained() ? 'stopped' : 'not obtained'
  return `${engine.name.padEnd(11)} ${state}  (${engine.version})`
}

/** Returns the variables of the running engines in shell syntax, each once. */
export async function listVariables(engines: readonly Engine[]): Promise<string[]> {
  const lines = new Map<string, string>()
  for (const engine of engines) {
    const server = findRunningServer(engine.name)
    if (!server) continue
    for (const [name, value] of Object.entries(await engine.variables(server.location)))
      if (!lines.has(name)) lines.set(name, `${name}='${value}'`)
  }
  return [...lines.values()]
}
