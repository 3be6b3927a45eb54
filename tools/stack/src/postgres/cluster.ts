import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { selectEnvironment } from '../environment.ts'
import type { PostgresHost } from './host.ts'

export const SUPERUSER = 'meadow'

/** The folder of the databases and the password of the superuser. */
export type PostgresCluster = { data: string; password: string }

export async function findOrCreateCluster(host: PostgresHost, durable: boolean): Promise<PostgresCluster> {
  const data = join(host.dir, 'data')
  if (!existsSync(data)) await createCluster(host, data, durable)
  return { data, password: (await readFile(toPasswordFile(host), 'utf8')).trim() }
}

/** Creates the cluster under another name first, so that an interrupted start leaves no incomplete cluster. */
async function createCluster(host: PostgresHost, data: string, durable: boolean): Promise<void> {
  const unfinished = `${data}.new`
  const passwordFile = toPasswordFile(host)
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(host.dir, { recursive: true, mode: 0o700 })
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (host.user) await chown(passwordFile, host.user.uid, host.user.gid)
  const sync = durable ? [] : ['--no-sync']
  const [file = '', ...args] = [...host.prefix, ...buildInitdbCommand(host, unfinished), ...sync]
  try {
    await promisify(execFile)(file, args, {
      ...host.user,
      cwd: host.dir,
      env: selectEnvironment('postgres', { ...process.env, LC_ALL: 'C' }),
    })
  } catch (cause) {
    throw new Error(`PostgreSQL could not set up its folder ${host.dir}: ${toErrorMessage(cause)}`, { cause })
  }
  await rename(unfinished, data)
}

/** Returns the command that creates an empty cluster in `data`, with the stored password of the superuser. */
export function buildInitdbCommand(host: PostgresHost, data: string): string[] {
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const access = ['--auth=scram-sha-256', `--username=${SUPERUSER}`, `--pwfile=${toPasswordFile(host)}`]
  return [host.binaries.initdb, '-D', data, ...locale, ...toCharacterTypeArguments(), ...access]
}

/** Returns the file with the password of the superuser. */
export const toPasswordFile = (host: PostgresHost): string => join(host.dir, 'password')

/** Sets the character types of the operating system: the text search parser uses them, the builtin locale does not. */
function toCharacterTypeArguments(): string[] {
  if (process.platform === 'linux') return ['--lc-ctype=C.UTF-8']
  return process.platform === 'darwin' ? ['--lc-ctype=en_US.UTF-8'] : []
}

function toErrorMessage(cause: unknown): string {
  const { stderr, message } = cause as { stderr?: string; message: string }
  return stderr?.trim() || message
}
