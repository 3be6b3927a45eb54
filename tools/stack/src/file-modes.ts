import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
/** The folders with files of our processes. PostgreSQL protects its own, perhaps as another user. */
const FOLDERS = ['media', 'chat-media', 'logs', 'keys', 'processes']
/** No access for other users to new files and folders. */
const STRICT_UMASK = 0o077

/** Makes new files of this process, and of all processes that it starts, accessible to their user only. */
export function restrictNewFiles(): void {
  process.umask(STRICT_UMASK)
}

/**
 * Makes the existing files of a data folder accessible to their user only: those of earlier versions were readable by
 * others. Returns false if that is impossible, for example on a file system without modes.
 */
export function restrictExistingFiles(dataDir: string): boolean {
  if (process.platform === 'win32') return true // Windows has access lists, which a folder inherits from the user's
  return FOLDERS.map((name) => restrictTree(join(dataDir, name))).every(Boolean)
}

function restrictTree(path: string): boolean {
  try {
    const stats = lstatSync(path)
    if (!stats.isDirectory() && !stats.isFile()) return true // a link, for example
    const mode = stats.isDirectory() ? FOLDER_MODE : FILE_MODE
    if ((stats.mode & 0o777) !== mode) chmodSync(path, mode)
    if (!stats.isDirectory()) return true
    return readdirSync(path)
      .map((name) => restrictTree(join(path, name)))
      .every(Boolean)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}
