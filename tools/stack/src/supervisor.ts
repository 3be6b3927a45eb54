import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { createLogFile, type LogFile } from './log-file.ts'
import { type ProcessRegistry, signalGroup } from './process-registry.ts'

export type Program = {
  name: string
  script: string
  env: Record<string, string | undefined>
  logFile: string
  /** Restarts when a loaded file changes. */
  isWatched?: boolean
  /** Further options of Node. */
  nodeOptions?: readonly string[]
}

export type SupervisedProcess = {
  name: string
  logFile: string
  /** The number of unexpected exits since it last ran for 30 s. */
  readonly failures: number
  /** Stops it with SIGINT, which leaves out its drain time. Kills its process group after `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>
}

type SupervisorDeps = { registry: ProcessRegistry; log: (line: string) => unknown; minRestartDelayMs?: number }

const MAX_RESTART_DELAY_MS = 10_000
const STABLE_AFTER_MS = 30_000

/** Runs a program until it is stopped. Restarts it after an unexpected exit, with an exponential delay. */
export function supervise(
  program: Program,
  { registry, log, minRestartDelayMs = 250 }: SupervisorDeps,
): SupervisedProcess {
  const stopping = new AbortController()
  const logFile = createLogFile(program.logFile)
  let child: ChildProcess | undefined
  let failures = 0

  const runUntilStopped = async () => {
    while (!stopping.signal.aborted) {
      const startedAt = Date.now()
      child = launch(program, logFile)
      if (child.pid !== undefined) registry.register(program.name, child.pid)
      const reason = await waitForExit(child)
      registry.unregister(program.name)
      if (stopping.signal.aborted) return
      failures = Date.now() - startedAt > STABLE_AFTER_MS ? 1 : failures + 1
      log(`${program.name} exited unexpectedly (${reason}) and is restarted. Log: ${program.logFile}`)
      const restartDelay = Math.min(minRestartDelayMs * 2 ** (failures - 1), MAX_RESTART_DELAY_MS)
      await delay(restartDelay, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const done = runUntilStopped()

  return {
    name: program.name,
    logFile: program.logFile,
    get failures() {
      return failures
    },
    async stop(timeoutMs) {
      stopping.abort()
      const waiting = new AbortController()
      const pid = child?.pid
      child?.kill('SIGINT')
      const kill = delay(timeoutMs, undefined, { signal: waiting.signal }).then(
        () => pid !== undefined && signalGroup(pid, 'SIGKILL'),
        () => {},
      )
      await done
      waiting.abort()
      await kill
    },
  }
}

/** Starts the program in its own process group, so that Ctrl-C does not reach it and the stack decides the order. */
function launch({ script, env, isWatched = false, nodeOptions = [] }: Program, logFile: LogFile): ChildProcess {
  const detached = process.platform !== 'win32'
  const watchOptions = isWatched ? ['--watch', '--watch-preserve-output'] : []
  const child = spawn(process.execPath, [...watchOptions, ...nodeOptions, script], {
    env,
    detached,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const output of [child.stdout, child.stderr]) if (output) logFile.appendFrom(output)
  return child
}

/** Waits until the process has exited and its output is in the log. Returns the reason of the exit. */
async function waitForExit(child: ChildProcess): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  child.once('error', (error) => resolve(error.message))
  child.once('exit', () => child.pid !== undefined && signalGroup(child.pid, 'SIGKILL')) // its own children hold the output
  child.once('close', (code, signal) => resolve(signal ?? `code ${code}`))
  return promise
}
