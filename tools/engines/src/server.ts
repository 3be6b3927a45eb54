import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { getProcessToken, isRunning, type ProcessIdentity } from '@meadow/stack/process-identity'
import type { Engine, ServerLocation } from './engine.ts'
import { readLogTail } from './run-command.ts'

/** A started server, as stored for later processes. */
export type EngineServer = { process: ProcessIdentity; location: ServerLocation; stopSignal: NodeJS.Signals }

const START_TIMEOUT_MS = 120_000
const STOP_TIMEOUT_MS = 15_000
const PROBE_INTERVAL_MS = 50

/** Starts a detached server. Calls `onStarted` before it is ready, so that a server that never gets ready can be stopped. */
export async function startEngineServer(
  engine: Engine,
  {
    location,
    logFile,
    onStarted,
  }: { location: ServerLocation; logFile: string; onStarted: (server: EngineServer) => void },
): Promise<EngineServer> {
  mkdirSync(location.dir, { recursive: true })
  const { command, args, env, stopSignal = 'SIGTERM', user, ...rest } = await engine.prepare(location)
  const log = openSync(logFile, 'a')
  const options = { ...rest, ...user, detached: true, env: { ...process.env, ...env } }
  const child = spawn(command, args, { ...options, stdio: ['ignore', log, log] })
  closeSync(log)
  await once(child, 'spawn')
  child.unref()
  const pid = child.pid ?? 0
  const server = { process: { pid, token: getProcessToken(pid) ?? '' }, location, stopSignal }
  onStarted(server)
  await waitUntilReady(engine, server, logFile)
  await engine.initialize?.(location)
  return server
}

/** Waits until a server responds. @throws an error with the end of its log if it exits or takes too long */
export async function waitUntilReady(engine: Engine, server: EngineServer, logFile: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (!(await engine.isReady(server.location))) {
    const hasExited = !isRunning(server.process)
    if (hasExited || Date.now() > deadline)
      throw new Error(
        `${engine.name} ${hasExited ? 'exited during its start' : 'does not respond'}:\n${readLogTail(logFile)}`,
      )
    await delay(PROBE_INTERVAL_MS)
  }
}

/** Stops a server, but not another process that has its process id by now. */
export async function stopEngineServer({ process: identity, stopSignal }: EngineServer): Promise<void> {
  for (const signal of [stopSignal, 'SIGKILL'] as const) {
    if (!isRunning(identity)) return
    process.kill(identity.pid, signal)
    const deadline = Date.now() + STOP_TIMEOUT_MS
    while (isRunning(identity) && Date.now() < deadline) await delay(PROBE_INTERVAL_MS)
  }
}
