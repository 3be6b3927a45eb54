import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from '@meadow/stack/process-identity'
import { ensureFolder } from './folders.ts'
import type { EngineServer } from './server.ts'

const toRegistryFile = (name: string) => join(ensureFolder('running'), `${name}.json`)

/** Stores the server of an engine. */
export const registerServer = (name: string, server: EngineServer): void =>
  writeFileSync(toRegistryFile(name), JSON.stringify(server), { mode: 0o600 })

/** Reads the last server of an engine, whether it runs or not. */
export function readServer(name: string): EngineServer | undefined {
  try {
    return JSON.parse(readFileSync(toRegistryFile(name), 'utf8'))
  } catch {
    return undefined
  }
}

/** Returns the server of an engine if it runs. */
export function findRunningServer(name: string): EngineServer | undefined {
  const server = readServer(name)
  return server && isRunning(server.process) ? server : undefined
}

export const unregisterServer = (name: string): void => rmSync(toRegistryFile(name), { force: true })
