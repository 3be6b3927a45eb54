import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { freePort } from './free-port.ts'

const ROOT = resolve(import.meta.dirname, '../..')

type Entry = { name: string; script: string; env?: (dataDir: string) => Record<string, string> }

/** What runs behind the gateway, each in a process of its own. */
const ENTRIES: Entry[] = [
  { name: 'auth', script: 'services/auth/src/main.ts' },
  { name: 'social', script: 'services/social/src/main.ts' },
  {
    name: 'posts',
    script: 'services/posts/src/main.ts',
    env: (dataDir) => ({ MEDIA_URL: pathToFileURL(join(dataDir, 'media')).href }),
  },
  { name: 'notify', script: 'services/notify/src/main.ts' },
  {
    name: 'chat',
    script: 'services/chat/src/main.ts',
    env: (dataDir) => ({ MEDIA_URL: pathToFileURL(join(dataDir, 'chat-media')).href }),
  },
  { name: 'frontends', script: 'stack/src/frontends/main.ts' },
]

export type Placed = {
  name: string
  script: string
  url: string
  env: Record<string, string | undefined>
  watched: boolean
}

/** In development webpack serves the front ends from their sources, and watches them itself. */
const DEV_FRONTENDS = 'tools/dev/frontends.mjs'

/** Gives each program a port of this machine, which it keeps for as long as the stack runs. */
export async function placePrograms(dataDir: string, development: boolean): Promise<Placed[]> {
  return Promise.all(
    ENTRIES.map(async ({ name, script, env }) => {
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const own = {
        PORT: String(port),
        HOST: '127.0.0.1',
        KEYS_FILE: keysFileOf(dataDir, name),
        ...env?.(dataDir),
      }
      const isDevServer = development && name === 'frontends'
      const file = join(ROOT, isDevServer ? DEV_FRONTENDS : script)
      return { name, script: file, url, env: own, watched: development && !isDevServer }
    }),
  )
}

/** Where a service keeps auth's public keys, so that it can start while auth is away. */
export const keysFileOf = (dataDir: string, name: string) => join(dataDir, 'keys', `${name}.json`)

/** The addresses by which the processes know each other, e.g. `AUTH_URL`. */
export function addressesOf(programs: Placed[]): Record<string, string> {
  return Object.fromEntries(programs.map(({ name, url }) => [`${name.toUpperCase()}_URL`, url]))
}

export const GATEWAY = join(ROOT, 'gateway/src/main.ts')

/** Compiled once, a process starts in two thirds of the time. */
export const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/node')
