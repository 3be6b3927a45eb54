import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const FOLDER = join(import.meta.dirname, '../../../backup/src')

/** Runs `npm run backup` or `npm run restore`. Returns its output. @throws Error with its output if it fails */
export async function runBackupCommand(command: 'backup' | 'restore', ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(FOLDER, `${command}-main.ts`), ...args])
  return stdout
}
