import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FaultRun } from '../run/fault-run.ts'

const SCRIPT = resolve(import.meta.dirname, 'shift-clock.mjs')

/** The clocks of the processes of a run. */
export type ProcessClocks = {
  /** The variables with which all processes must start. */
  environment: Record<string, string>
  /** Shifts the clock of the process on `port` at its next start. The clocks of all others are right. */
  shift(port: number, shiftMs: number): void
}

export function createProcessClocks(run: FaultRun): ProcessClocks {
  const file = join(run.folder, 'clock.json')
  const shift = (port: number, shiftMs: number) => writeFileSync(file, JSON.stringify({ port, shiftMs }))
  shift(0, 0)
  const script = Object.assign(pathToFileURL(SCRIPT), { search: new URLSearchParams({ file }).toString() })
  return { environment: { NODE_OPTIONS: `--import=${script.href}` }, shift }
}
