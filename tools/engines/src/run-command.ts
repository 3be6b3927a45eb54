import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, closeSync, constants, openSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ensureFolder } from './folders.ts'

const LOG_TAIL_LENGTH = 1_200

/** Returns the missing programs, each with how to install it. */
export const listMissingPrograms = (programs: Record<string, string>): string[] =>
  Object.entries(programs)
    .filter(([program]) => !isOnPath(program))
    .map(([program, how]) => `${program} (${how})`)

/** Returns the file of a program on the PATH. */
export function findOnPath(program: string): string | undefined {
  const files = (process.env['PATH'] ?? '').split(delimiter).map((dir) => join(dir, program))
  return files.find(isExecutable)
}

export const isOnPath = (program: string): boolean => findOnPath(program) !== undefined

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

type Options = { cwd?: string; env?: Record<string, string> }

/** Runs a command and writes its output to the log of `engine`. @throws an error with the end of the log if it fails */
export async function runCommand(engine: string, command: string, args: readonly string[], options: Options = {}) {
  const file = join(ensureFolder('logs'), `obtain-${engine}.log`)
  const log = openSync(file, 'a')
  const env = { ...process.env, ...options.env }
  const child = spawn(command, args, { ...options, env, stdio: ['ignore', log, log] })
  closeSync(log)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${engine}: ${command} failed. Log: ${file}\n${readLogTail(file)}`)
}

export const readLogTail = (file: string): string => readFileSync(file, 'utf8').slice(-LOG_TAIL_LENGTH)
