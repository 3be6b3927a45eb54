import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { toLogPath } from './data-folder.ts'
import { selectEnvironment } from './environment.ts'
import { createLogFile } from './log-file.ts'
import type { ProcessRegistry } from './process-registry.ts'
import type { PlannedProgram } from './programs.ts'

const MAIN = resolve(import.meta.dirname, '../../community/src/main.ts')

type Variables = Record<string, string | undefined>

type FillOptions = {
  /** The addresses of the services, and the engines with the rights to work for all of them. */
  variables: Variables
  programs: PlannedProgram[]
  registry: ProcessRegistry
  printLine: (line: string) => void
  signal: AbortSignal
}

export type Community = {
  /** Creates a small community, before the product opens. Returns auth's variables of its demo accounts. */
  createFirstMembers(options: FillOptions): Promise<Variables>
  /** Creates the rest while the product runs. Resolves when that is complete, fails, or is aborted; never rejects. */
  createOtherMembers(options: FillOptions): Promise<void>
}

/**
 * Opens the demo community of a data folder; must be called before the databases are created. Only a folder without
 * databases gets one, so that the data of an installation is never mixed with it. An interrupted fill continues.
 */
export function openCommunity(dataDir: string, isWanted: boolean): Community {
  const journal = join(dataDir, 'community.jsonl')
  if (isWanted && !existsSync(join(dataDir, 'postgres'))) writeFileSync(journal, '', { mode: 0o600, flag: 'a' })
  const isMissing = (entry: string) => isWanted && existsSync(journal) && readEntry(journal, entry) === undefined
  return {
    async createFirstMembers(options) {
      if (isMissing('first stage')) await runStage('first', dataDir, journal, options)
      const accounts = (existsSync(journal) && readEntry(journal, 'demo accounts')) || '[]'
      const isOffered = isWanted && existsSync(journal) && !isMissing('first stage')
      return { DEMO_ACCOUNTS: parseUsernames(accounts).join(), DEMO_SIGN_IN: isOffered ? 'on' : 'off' }
    },
    async createOtherMembers(options) {
      if (isMissing('first stage') || !isMissing('done')) return
      const { printLine, signal } = options
      printLine('  More members are joining; you can look around meanwhile.')
      try {
        if (await runStage('rest', dataDir, journal, options)) printLine('  The demo community is complete.')
      } catch (error) {
        if (!signal.aborted) printLine(`  The demo community is incomplete; the next start continues it: ${error}`)
      }
    },
  }
}

/** Runs a stage in a process of its own; returns whether it succeeded. @throws the reason of the signal when aborted */
async function runStage(
  stage: 'first' | 'rest',
  dataDir: string,
  journal: string,
  { variables, programs, registry, printLine, signal }: FillOptions,
): Promise<boolean> {
  const media = programs.map(({ service, env }) => [`${service.toUpperCase()}_MEDIA_URL`, env['MEDIA_URL']])
  const logFile = createLogFile(toLogPath(dataDir, 'community'))
  const child = spawn(process.execPath, [MAIN], {
    env: selectEnvironment('community', {
      ...variables,
      ...Object.fromEntries(media),
      COMMUNITY_STAGE: stage,
      COMMUNITY_JOURNAL: journal,
    }),
    stdio: ['ignore', 'pipe', 'pipe'], // logs go to the file, progress to the standard error stream
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  if (child.stdout) logFile.appendFrom(child.stdout)
  if (child.pid !== undefined) registry.register('community', child.pid)
  const stop = () => child.kill()
  signal.addEventListener('abort', stop)
  if (child.stderr) createInterface(child.stderr).on('line', (line) => printLine(`  ${line}`))
  const [code] = await once(child, 'close')
  signal.removeEventListener('abort', stop)
  registry.unregister('community')
  signal.throwIfAborted()
  if (code !== 0) printLine(`  The demo community is incomplete; the next start continues it. Its log: ${logFile.path}`)
  return code === 0
}

/** Parses the entry with the demo accounts: their usernames, or, in older journals, their passwords by username. */
function parseUsernames(json: string): string[] {
  const accounts: string[] | Record<string, string> = JSON.parse(json)
  return Array.isArray(accounts) ? accounts : Object.keys(accounts)
}

/** Returns the value of an entry of the journal, if there is one. */
function readEntry(journal: string, name: string): string | undefined {
  const lines = readFileSync(journal, 'utf8').split('\n').slice(0, -1) // the last line may be incomplete
  return lines.map((line) => JSON.parse(line) as [string, string]).find(([entry]) => entry === name)?.[1]
}
