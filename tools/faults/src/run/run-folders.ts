import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const RUNS_FOLDER = resolve(import.meta.dirname, '../../../../.cache/faults')
/** The number of runs whose folders are kept. */
const MAX_RUNS = 20

/** Creates the folder of a run, named by its time, and removes the oldest ones. */
export function createRunFolder(runName: string, startedAt: Date, runsFolder = RUNS_FOLDER): string {
  mkdirSync(runsFolder, { recursive: true })
  const name = `${startedAt.toISOString().replaceAll(':', '-')}-${runName}`
  mkdirSync(join(runsFolder, name, 'logs'), { recursive: true })
  const oldest = readdirSync(runsFolder).sort().slice(0, -MAX_RUNS)
  for (const old of oldest) rmSync(join(runsFolder, old), { recursive: true, force: true })
  return join(runsFolder, name)
}
