import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { freePort } from './free-port.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/** `media`: the folder of its pictures, where no other place is named; `several`: it may have more than one process. */
type Entry = { name: string; script: string; media?: string; several?: true }

/** What runs behind the gateway, each in a process of its own. */
const ENTRIES: Entry[] = [
  { name: 'auth', script: 'services/auth/src/main.ts' },
  { name: 'social', script: 'services/social/src/main.ts' },
  { name: 'posts', script: 'services/posts/src/main.ts', media: 'media', several: true },
  { name: 'notify', script: 'services/notify/src/main.ts', several: true },
  { name: 'chat', script: 'services/chat/src/main.ts', media: 'chat-media', several: true },
  { name: 'frontends', script: 'tools/stack/src/frontends/main.ts' },
]

/** `name` is one process, `service` what it is an instance of. */
export type Placed = {
  name: string
  service: string
  script: string
  url: string
  env: Record<string, string | undefined>
  watched: boolean
}

/** In development webpack serves the front ends from their sources, and watches them itself. */
const DEV_FRONTENDS = 'tools/dev/frontends.mjs'

type Where = { dataDir: string; development: boolean; named: Variables; instances: number }
type Variables = Record<string, string | undefined>

/** Gives each program a port of this machine, which it keeps for as long as the stack runs, and a place for its pictures. */
export async function placePrograms({ dataDir, development, named, instances }: Where): Promise<Placed[]> {
  const entries = ENTRIES.flatMap((entry) =>
    namesOf(entry.name, entry.several ? instances : 1).map((name) => ({ ...entry, name, service: entry.name })),
  )
  return Promise.all(
    entries.map(async ({ name, service, script, media }) => {
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const own = {
        PORT: String(port),
        HOST: '127.0.0.1',
        KEYS_FILE: keysFileOf(dataDir, name),
        ...(media && { MEDIA_URL: mediaNamedFor(service, named) || pathToFileURL(join(dataDir, media)).href }),
      }
      const isDevServer = development && name === 'frontends'
      const file = join(ROOT, isDevServer ? DEV_FRONTENDS : script)
      return { name, service, script: file, url, env: own, watched: development && !isDevServer }
    }),
  )
}

/** The first has the name of all. */
export const namesOf = (service: string, instances: number): string[] =>
  Array.from({ length: instances }, (_, index) => (index === 0 ? service : `${service}-${index + 1}`))

const mediaNamedFor = (service: string, named: Variables) =>
  named[`${service.toUpperCase()}_MEDIA_URL`] || named['MEDIA_URL']

/** Where a service keeps auth's public keys, so that it can start while auth is away. */
export const keysFileOf = (dataDir: string, name: string) => join(dataDir, 'keys', `${name}.json`)

/** `METRICS_PORT` is that of the first gateway; each further one takes the next. */
export const metricsPortOf = (named: string | undefined, place: number): string | undefined =>
  named && String(Number(named) + place)

export const GATEWAY = join(ROOT, 'gateway/src/main.ts')

/** Compiled once, a process starts in two thirds of the time. */
export const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/node')
