import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Stack, type StackOptions, startConfiguredStack } from '@meadow/testing/stack'

/** One run of a fault. Its folder keeps everything that explains a violation. */
export type FaultRun = {
  seed: number
  /** Holds `run.json` with the seed and the result, `history.jsonl`, and `logs/` of all processes. */
  folder: string
  /** Disposed of at the end of the run, also if it fails or is interrupted. */
  opened: AsyncDisposableStack
  /**
   * Starts something that is disposed of at the end of the run, also if the run is interrupted while it starts. @throws if the
   * run has ended
   */
  open<T extends AsyncDisposable>(start: () => Promise<T>): Promise<T>
  /** Appends an entry with its time to `history.jsonl`. */
  record(entry: object): void
  /** Prints a line of progress and records it. */
  log(line: string): void
}

export function createFaultRun(folder: string, seed: number): FaultRun {
  const history = join(folder, 'history.jsonl')
  const record = (entry: object) =>
    appendFileSync(history, `${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`)
  const opened = new AsyncDisposableStack()
  return {
    seed,
    folder,
    opened,
    async open(start) {
      let starting: ReturnType<typeof start> | undefined
      opened.defer(async () => {
        const resource = await starting?.catch(() => undefined) // the run has its error
        await resource?.[Symbol.asyncDispose]()
      })
      starting = start()
      return starting
    },
    record,
    log(line) {
      console.log(line)
      record({ progress: line })
    },
  }
}

/** Returns the folder of the processes' logs. */
export const toLogFolder = ({ folder }: FaultRun): string => join(folder, 'logs')

/** Starts the product without rate limits and with its logs in the folder of the run, which also stops it. */
export function startFaultStack(run: FaultRun, options: StackOptions = {}): Promise<Stack> {
  const environment = { RATE_LIMITS: 'off', ...options.environment }
  return run.open(() => startConfiguredStack({ ...options, environment, logFolder: toLogFolder(run) }))
}
