import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { keptIn } from './kept.ts'

const MAIN = resolve(import.meta.dirname, '../../engines/src/main.ts')

/** The engines of a large installation, by what names them: one that is named already is not brought up. */
export const ENGINES = {
  BUS_URL: 'kafka',
  STATE_URL: 'redis',
  MEDIA_URL: 'versitygw',
  POSTS_STORE_URL: 'mongodb',
  CHAT_STORE_URL: 'mongodb',
} as const

type Variables = Record<string, string | undefined>
type Asked = { dataDir: string; named: Variables; say: (line: string) => void; signal: AbortSignal }

/**
 * Brings up the engines that nobody names, and answers the variables that name this installation's own part of each. They
 * stay up when it ends. @throws what this machine lacks
 */
export async function bringUpEngines({ dataDir, named, say, signal }: Asked): Promise<Record<string, string>> {
  const missing = new Set(Object.entries(ENGINES).flatMap(([name, engine]) => (named[name] ? [] : engine)))
  if (missing.size === 0) return {}
  const child = spawn(process.execPath, [MAIN, 'up', ...missing], { stdio: ['ignore', 'pipe', 'pipe'], signal })
  createInterface(child.stderr).on('line', (line) => say(`  ${line}`))
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0) throw new Error('Not all engines could be brought up')
  return ownParts(readVariables(said), await keptIn(dataDir, 'installation', newId))
}

/** What begins the names of one installation in engines that several share. */
const newId = () => `m${crypto.randomUUID().slice(0, 8)}`

const readVariables = (said: string): Record<string, string> =>
  Object.fromEntries([...said.matchAll(/^(\w+)='(.*)'$/gm)].map(([, name = '', value = '']) => [name, value]))

/** The part of each engine that is one installation's own: a prefix, a bucket for each service, a database. */
export function ownParts(urls: Record<string, string>, id: string): Record<string, string> {
  const parts = Object.entries(urls).flatMap(([name, url]): [string, string][] => {
    const at = (pathname: string) => Object.assign(new URL(url), { pathname }).href
    if (name === 'BUS_URL') return [[name, at(id)]]
    if (name === 'STATE_URL') return [[name, `${url}?prefix=${id}`]]
    if (name === 'MEDIA_URL')
      return ['posts', 'chat'].map((service) => [`${service.toUpperCase()}_MEDIA_URL`, at(`${id}-${service}`)])
    return [[name, at(`meadow_${name.replace('_STORE_URL', '').toLowerCase()}_${id}`)]]
  })
  return Object.fromEntries(parts)
}
