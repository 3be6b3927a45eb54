import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { isRunning, type ProcessIdentity, getProcessToken } from '@meadow/stack/process-identity'
import { endOf } from './command.ts'
import type { Engine, Place } from './engine.ts'

/** A server that we started, as a later process of ours knows it again. */
export type Server = { process: ProcessIdentity; place: Place; endBy: NodeJS.Signals }

const PATIENCE_MS = 120_000
const ENDS_WITHIN_MS = 15_000
const BETWEEN_MS = 50

/** Starts a server that outlives us. `started` is told at once, so that one that never gets ready can be ended, too. */
export async function startServer(
  engine: Engine,
  { place, logFile, started }: { place: Place; logFile: string; started: (server: Server) => void },
): Promise<Server> {
  mkdirSync(place.dir, { recursive: true })
  const { command, args, env, endBy = 'SIGTERM', user, ...rest } = await engine.prepare(place)
  const log = openSync(logFile, 'a')
  const how = { ...rest, ...user, detached: true, env: { ...process.env, ...env } }
  const child = spawn(command, args, { ...how, stdio: ['ignore', log, log] })
  closeSync(log)
  await once(child, 'spawn')
  child.unref()
  const pid = child.pid ?? 0
  const server = { process: { pid, token: getProcessToken(pid) ?? '' }, place, endBy }
  started(server)
  await untilReady(engine, server, logFile)
  return server
}

/** Waits until a server answers. @throws the end of its log when it ends instead, or takes too long */
export async function untilReady(engine: Engine, server: Server, logFile: string): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  while (!(await engine.isReady(server.place))) {
    const gone = !isRunning(server.process)
    if (gone || Date.now() > until)
      throw new Error(`${engine.name} ${gone ? 'ended while it started' : 'does not answer'}:\n${endOf(logFile)}`)
    await delay(BETWEEN_MS)
  }
}

/** Ends a server, and nobody who has its process id by now. */
export async function endServer({ process: noted, endBy }: Server): Promise<void> {
  for (const signal of [endBy, 'SIGKILL'] as const) {
    if (!isRunning(noted)) return
    process.kill(noted.pid, signal)
    const until = Date.now() + ENDS_WITHIN_MS
    while (isRunning(noted) && Date.now() < until) await delay(BETWEEN_MS)
  }
}
