import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { type Notes, signalGroup } from './leftovers.ts'

export type Program = {
  name: string
  script: string
  env: Record<string, string | undefined>
  logFile: string
  /** Starts again whenever a file changes that it has loaded. */
  watched?: boolean
}

export type Supervised = {
  name: string
  logFile: string
  /** How often it ended by itself since it last stood for a while. */
  readonly failures: number
  /** Asks it to end; kills it, and all it started, when it takes longer than `patience` ms. */
  stop(patience: number): Promise<void>
}

type Parts = { notes: Notes; log: (line: string) => unknown; shortestPause?: number }

const LONGEST_PAUSE = 10_000
const STANDS = 30_000

/** Keeps a program running until it is stopped: what ends by itself starts again, more and more slowly. */
export function supervise(program: Program, { notes, log, shortestPause = 250 }: Parts): Supervised {
  const stopping = new AbortController()
  let child: ChildProcess | undefined
  let failures = 0

  const keepRunning = async () => {
    while (!stopping.signal.aborted) {
      const begun = Date.now()
      child = launch(program)
      if (child.pid !== undefined) notes.set(program.name, child.pid)
      const how = await ended(child)
      notes.remove(program.name)
      if (stopping.signal.aborted) return
      failures = Date.now() - begun > STANDS ? 1 : failures + 1
      log(`${program.name} ended by itself (${how}) and is started again; its log is ${program.logFile}`)
      const pause = Math.min(shortestPause * 2 ** (failures - 1), LONGEST_PAUSE)
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const done = keepRunning()

  return {
    name: program.name,
    logFile: program.logFile,
    get failures() {
      return failures
    },
    async stop(patience) {
      stopping.abort()
      const waiting = new AbortController()
      const pid = child?.pid
      child?.kill('SIGTERM')
      const kill = delay(patience, undefined, { signal: waiting.signal }).then(
        () => pid !== undefined && signalGroup(pid, 'SIGKILL'),
        () => {},
      )
      await done
      waiting.abort()
      await kill
    },
  }
}

/** Ctrl-C in a terminal reaches every process of its group: a group of its own leaves the order of ending to us. */
function launch({ script, env, logFile, watched = false }: Program): ChildProcess {
  const log = openSync(logFile, 'a', 0o600)
  const detached = process.platform !== 'win32'
  const flags = watched ? ['--watch', '--watch-preserve-output'] : []
  const child = spawn(process.execPath, [...flags, script], {
    env,
    detached,
    windowsHide: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  return child
}

function ended(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
  })
}
