import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from '@meadow/stack/process-identity'
import { folder } from './folders.ts'
import type { Server } from './server.ts'

const fileOf = (name: string) => join(folder('running'), `${name}.json`)

export const note = (name: string, server: Server): void =>
  writeFileSync(fileOf(name), JSON.stringify(server), { mode: 0o600 })

/** What was noted of an engine, whether it runs or not. */
export function noted(name: string): Server | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(name), 'utf8'))
  } catch {
    return undefined
  }
}

/** The server of an engine that we started and that still runs. */
export function running(name: string): Server | undefined {
  const server = noted(name)
  return server && isRunning(server.process) ? server : undefined
}

export const forget = (name: string): void => rmSync(fileOf(name), { force: true })
