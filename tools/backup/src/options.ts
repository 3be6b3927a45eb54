import { join, resolve } from 'node:path'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

const ROOT = join(import.meta.dirname, '../../..')

const BACKUP_USAGE = 'npm run backup -- FOLDER [--data DIR] [--engines]'
const RESTORE_USAGE = `npm run restore -- FOLDER [--data DIR] [--engines] [--replace]
       npm run restore -- --reconcile [--data DIR] [--engines]`

type Environment = Record<string, string | undefined>
export type BackupOptions = { folder: string; dataDir: string; engines: boolean }

const OPTIONS = { data: { type: 'string' }, engines: { type: 'boolean', default: false } } as const

/** Parses the options of `npm run backup`. @throws Error with the usage if one is invalid */
export function parseBackupOptions(args: string[], environment: Environment): BackupOptions {
  const { positionals, values } = parse(args, OPTIONS, BACKUP_USAGE)
  return toOptions(positionals, values, { environment, usage: BACKUP_USAGE })
}

export type RestoreOptions = BackupOptions & {
  /** Moves an existing data folder aside. */
  replace: boolean
  /** Restores nothing: corrects the copies in stores that were restored by other tools. Then `folder` is empty. */
  reconcile: boolean
}

const FLAG = { type: 'boolean', default: false } as const

/** Parses the options of `npm run restore`. @throws Error with the usage if one is invalid */
export function parseRestoreOptions(args: string[], environment: Environment): RestoreOptions {
  const { positionals, values } = parse(args, { ...OPTIONS, replace: FLAG, reconcile: FLAG }, RESTORE_USAGE)
  const { replace, reconcile } = values
  if (reconcile && (replace || positionals.length > 0))
    throw new Error(`--reconcile restores no folder\nUsage: ${RESTORE_USAGE}`)
  const folders = reconcile ? [''] : positionals
  return { ...toOptions(folders, values, { environment, usage: RESTORE_USAGE }), replace, reconcile }
}

function parse<Options extends ParseArgsOptionsConfig>(args: string[], options: Options, usage: string) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (cause) {
    throw new Error(`${(cause as Error).message}\nUsage: ${usage}`, { cause })
  }
}

/** Relative folders are those of the caller: npm changes the working directory. */
function toOptions(
  positionals: readonly string[],
  { data, engines }: { data?: string | undefined; engines: boolean },
  { environment, usage }: { environment: Environment; usage: string },
): BackupOptions {
  const [folder, ...others] = positionals
  if (folder === undefined || others.length > 0) throw new Error(`Name one folder of a backup\nUsage: ${usage}`)
  const callerDir = environment['INIT_CWD'] ?? process.cwd()
  const dataDir = data ?? (environment['DATA_DIR'] || undefined)
  return {
    folder: resolve(callerDir, folder),
    dataDir: dataDir === undefined ? join(ROOT, '.meadow') : resolve(callerDir, dataDir),
    engines,
  }
}
