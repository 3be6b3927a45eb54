import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault, FaultOptions } from '../fault.ts'
import { createFaultRun } from './fault-run.ts'
import { createRunFolder, RUNS_FOLDER } from './run-folders.ts'

type RunFaultOptions<Options> = {
  name: string
  seed: number
  options?: Partial<Options>
  runsFolder?: string
  /** Interrupts the run. */
  signal?: AbortSignal
}

/**
 * Runs a fault in a folder of its own, which keeps logs, history, seed and result. Returns a line for each violation.
 * @throws if the run cannot end, or is interrupted
 */
export async function runFault<Options extends FaultOptions>(
  fault: Fault<Options>,
  {
    name,
    seed,
    options: chosen,
    runsFolder = RUNS_FOLDER,
    signal = new AbortController().signal,
  }: RunFaultOptions<Options>,
): Promise<{ broken: string[]; folder: string }> {
  const startedAt = new Date()
  const options = { ...fault.options, ...chosen }
  const folder = createRunFolder(`${name}-${seed}`, startedAt, runsFolder)
  const describeRun = (state: object) =>
    writeFileSync(
      join(folder, 'run.json'),
      `${JSON.stringify({ fault: name, seed, options, commit: readCommit(), startedAt, ...state }, null, 2)}\n`,
    )
  describeRun({ state: 'running' })
  console.log(`Seed ${seed}`)
  const interrupted = rejectOnAbort(signal)
  try {
    const run = createFaultRun(folder, seed)
    await using _opened = run.opened
    const { broken, figures, tables = [] } = await Promise.race([fault.run(run, options), interrupted])
    describeRun({ state: broken.length === 0 ? 'passed' : 'failed', endedAt: new Date(), figures, broken, tables })
    for (const table of tables) console.table(table)
    console.log(JSON.stringify({ fault: name, ...options, seed, ...figures, broken }))
    return { broken, folder }
  } catch (error) {
    describeRun({ state: 'ended by an error', endedAt: new Date(), error: formatError(error) })
    throw error
  } finally {
    console.log(`Logs, history and result: ${folder}`)
  }
}

/** Rejects when the run is interrupted, so that it can stop its processes and describe its end. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => undefined) // may come after the end of the run
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return promise
}

/** Formats an error with its causes: the last failure of a request that was repeated, for example. */
function formatError(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error)
  const cause = error.cause === undefined ? '' : `\nCause: ${formatError(error.cause)}`
  return `${error.stack}${cause}`
}

function readCommit(): string | undefined {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim()
  } catch {
    return undefined // not a checkout
  }
}
