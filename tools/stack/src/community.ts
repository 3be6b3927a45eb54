import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { prepareLogFile } from './data-folder.ts'
import type { ProcessRegistry } from './process-registry.ts'
import type { PlannedProgram } from './programs.ts'

const MAIN = resolve(import.meta.dirname, '../../community/src/main.ts')

type Variables = Record<string, string | undefined>

type FillOptions = {
  environment: Variables
  programs: PlannedProgram[]
  registry: ProcessRegistry
  printLine: (line: string) => void
  signal: AbortSignal
}

export type Community = {
  /** Creates a small community, before the product opens. Returns the variables by which auth knows its demo accounts. */
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
      const accounts = existsSync(journal) && readEntry(journal, 'first stage') && readEntry(journal, 'demo accounts')
      return accounts ? { DEMO_ACCOUNTS: accounts } : {}
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
  { environment, programs, registry, printLine, signal }: FillOptions,
): Promise<boolean> {
  const media = programs.map(({ service, env }) => [`${service.toUpperCase()}_MEDIA_URL`, env['MEDIA_URL']])
  const logFile = await prepareLogFile(dataDir, 'community')
  const log = openSync(logFile, 'a', 0o600)
  const child = spawn(process.execPath, [MAIN], {
    env: { ...environment, ...Object.fromEntries(media), COMMUNITY_STAGE: stage, COMMUNITY_JOURNAL: journal },
    stdio: ['ignore', log, 'pipe'], // logs go to the file, progress to the standard error stream
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  closeSync(log)
  if (child.pid !== undefined) registry.register('community', child.pid)
  const stop = () => child.kill()
  signal.addEventListener('abort', stop)
  if (child.stderr) createInterface(child.stderr).on('line', (line) => printLine(`  ${line}`))
  const [code] = await once(child, 'exit')
  signal.removeEventListener('abort', stop)
  registry.unregister('community')
  signal.throwIfAborted()
  if (code !== 0) printLine(`  The demo community is incomplete; the next start continues it. Its log: ${logFile}`)
  return code === 0
}

/** Returns the value of an entry of the journal, if there is one. */
function readEntry(journal: string, name: string): string | undefined {
  const lines = readFileSync(journal, 'utf8').split('\n').slice(0, -1) // the last line may be incomplete
  return lines.map((line) => JSON.parse(line) as [string, string]).find(([entry]) => entry === name)?.[1]
}
