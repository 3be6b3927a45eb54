import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, closeSync, constants, openSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { folder } from './folders.ts'

const END_OF_LOG = 1_200

/** The programs of these that this machine lacks, each with how to get it. */
export const lacking = (programs: Record<string, string>): string[] =>
  Object.entries(programs)
    .filter(([program]) => !isOnPath(program))
    .map(([program, how]) => `${program} (${how})`)

export function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((dir) => {
    try {
      accessSync(join(dir, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

type Options = { cwd?: string; env?: Record<string, string> }

/** Runs a command of `engine` to its end; what it says goes to a log. @throws the end of that log when it fails */
export async function runCommand(engine: string, command: string, args: readonly string[], options: Options = {}) {
  const file = join(folder('logs'), `obtain-${engine}.log`)
  const log = openSync(file, 'a')
  const env = { ...process.env, ...options.env }
  const child = spawn(command, args, { ...options, env, stdio: ['ignore', log, log] })
  closeSync(log)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${engine}: ${command} failed, see ${file}\n${endOf(file)}`)
}

export const endOf = (file: string): string => readFileSync(file, 'utf8').slice(-END_OF_LOG)
