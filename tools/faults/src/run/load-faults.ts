import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Fault } from '../fault.ts'

const FAULTS_FOLDER = resolve(import.meta.dirname, '../faults')

/** Lists the names of all faults: those of the files. */
export const listFaultNames = (): string[] =>
  readdirSync(FAULTS_FOLDER)
    .map((file) => file.replace(/\.ts$/, ''))
    .sort()

/** Loads the fault of a file. @throws if it exports none */
export async function loadFault(name: string): Promise<Fault> {
  const { fault } = (await import(pathToFileURL(join(FAULTS_FOLDER, `${name}.ts`)).href)) as { fault?: Fault }
  if (!fault) throw new Error(`src/faults/${name}.ts exports no 'fault'`)
  return fault
}
