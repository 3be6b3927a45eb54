import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { readOrCreateDataFile } from './data-file.ts'
import { selectEnvironment } from './environment.ts'

const MAIN = resolve(import.meta.dirname, '../../engines/src/main.ts')
const KAFKA_ACCESS_SCRIPT = resolve(import.meta.dirname, '../../../packages/events/src/roles/main.ts')

/** The engines of a large installation, by the variable with their URL. */
export const ENGINE_BY_VARIABLE = {
  BUS_URL: 'kafka',
  STATE_URL: 'redis',
  MEDIA_URL: 'versitygw',
  POSTS_STORE_URL: 'mongodb',
  CHAT_STORE_URL: 'mongodb',
} as const

type Variables = Record<string, string | undefined>
type StartEnginesOptions = { dataDir: string; variables: Variables; log: (line: string) => void; signal: AbortSignal }

/**
 * Starts the engines whose variable is not set, and returns the variables with this installation's own part of each: a
 * prefix, a bucket, a database. The engines keep running when the stack stops. @throws if this machine lacks a program
 */
export async function startEngines({
  dataDir,
  variables,
  log,
  signal,
}: StartEnginesOptions): Promise<Record<string, string>> {
  const missing = new Set(
    Object.entries(ENGINE_BY_VARIABLE).flatMap(([name, engine]) => (variables[name] ? [] : engine)),
  )
  if (missing.size === 0) return {}
  const child = spawn(process.execPath, [MAIN, 'up', ...missing], { stdio: ['ignore', 'pipe', 'pipe'], signal })
  createInterface(child.stderr).on('line', (line) => log(`  ${line}`))
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0) throw new Error('Not all engines could be started')
  const id = await readOrCreateDataFile(dataDir, 'installation-id', createInstallationId)
  const urls = toInstallationUrls(parseVariables(output), id)
  if (urls['BUS_URL']) await createKafkaAccess(urls['BUS_URL'], signal)
  if (missing.has('versitygw')) await assignBuckets(urls, signal)
  return urls
}

/** Creates the topics of the installation, and the rights of each service. @throws the log of the process that does it */
async function createKafkaAccess(busUrl: string, signal: AbortSignal): Promise<void> {
  const env = selectEnvironment('kafka-access', { ...process.env, BUS_URL: busUrl })
  await promisify(execFile)(process.execPath, [KAFKA_ACCESS_SCRIPT], { env, signal })
}

/** Makes each service the owner of its bucket, which an earlier version may have created with the keys of the server. */
async function assignBuckets(urls: Record<string, string>, signal: AbortSignal): Promise<void> {
  const media = Object.entries(urls).filter(([name]) => name.endsWith('_MEDIA_URL'))
  const assign = ({ pathname, username }: URL) =>
    promisify(execFile)(process.execPath, [MAIN, 'assign-bucket', pathname.slice(1), username], { signal })
  await Promise.all(media.map(([, url]) => assign(new URL(url))))
}

/** Creates the prefix of one installation in engines that several installations share. */
const createInstallationId = () => `m${crypto.randomUUID().slice(0, 8)}`

const parseVariables = (output: string): Record<string, string> =>
  Object.fromEntries([...output.matchAll(/^(\w+)='(.*)'$/gm)].map(([, name = '', value = '']) => [name, value]))

/** Returns the URLs of one installation's part of each engine: a prefix, a bucket for each service, a database. */
export function toInstallationUrls(urls: Record<string, string>, id: string): Record<string, string> {
  const parts = Object.entries(urls).flatMap(([name, url]): [string, string][] => {
    const at = (pathname: string) => Object.assign(new URL(url), { pathname }).href
    if (name.endsWith('BUS_URL')) return [[name, at(id)]]
    if (name === 'STATE_URL') return [[name, `${url}?prefix=${id}`]]
    const [, service] = /^(POSTS|CHAT)_MEDIA_URL$/.exec(name) ?? []
    if (service) return [[name, at(`${id}-${service.toLowerCase()}`)]]
    if (name === 'MEDIA_URL')
      return ['posts', 'chat'].map((service) => [`${service.toUpperCase()}_MEDIA_URL`, at(`${id}-${service}`)])
    return [[name, at(`meadow_${name.replace('_STORE_URL', '').toLowerCase()}_${id}`)]]
  })
  return Object.fromEntries(parts)
}
