import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findFreePort } from './free-port.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

type ProgramEntry = {
  name: string
  script: string
  /** The folder of its pictures, unless a variable sets another media URL. */
  mediaFolder?: string
  /** True if it writes the exports of members. */
  makesExports?: true
  /** True if several instances can run. */
  isScalable?: true
}

/** The programs behind the gateway. */
const PROGRAM_ENTRIES: ProgramEntry[] = [
  { name: 'auth', script: 'services/auth/src/main.ts', makesExports: true, isScalable: true },
  { name: 'social', script: 'services/social/src/main.ts', makesExports: true, isScalable: true },
  { name: 'posts', script: 'services/posts/src/main.ts', mediaFolder: 'media', makesExports: true, isScalable: true },
  { name: 'notify', script: 'services/notify/src/main.ts', makesExports: true, isScalable: true },
  {
    name: 'chat',
    script: 'services/chat/src/main.ts',
    mediaFolder: 'chat-media',
    makesExports: true,
    isScalable: true,
  },
  { name: 'frontends', script: 'packages/frontend-server/src/main.ts' },
]

/** One process to start. */
export type PlannedProgram = {
  name: string
  /** The service of which it is an instance. */
  service: string
  script: string
  url: string
  env: Record<string, string | undefined>
  isWatched: boolean
}

/** In development webpack serves the front ends from their sources and watches them itself. */
const DEV_FRONTENDS = 'tools/build/serve-frontends.mjs'

type PlanOptions = { dataDir: string; development: boolean; variables: Variables; instances: number }
type Variables = Record<string, string | undefined>

/** Plans the processes: gives each one a free port and its media folder. */
export async function planPrograms({
  dataDir,
  development,
  variables: named,
  instances,
}: PlanOptions): Promise<PlannedProgram[]> {
  const entries = PROGRAM_ENTRIES.flatMap((entry) =>
    toInstanceNames(entry.name, entry.isScalable ? instances : 1).map((name) => ({
      ...entry,
      name,
      service: entry.name,
    })),
  )
  return Promise.all(
    entries.map(async ({ name, service, script, mediaFolder: media, makesExports }) => {
      const port = await findFreePort()
      const url = `http://127.0.0.1:${port}`
      const env = {
        PORT: String(port),
        HOST: '127.0.0.1',
        KEYS_FILE: toKeysFile(dataDir, name),
        ...(media && { MEDIA_URL: findMediaUrl(service, named) || pathToFileURL(join(dataDir, media)).href }),
        ...(makesExports && { EXPORT_URL: named['EXPORT_URL'] || pathToFileURL(join(dataDir, 'exports')).href }),
      }
      const isDevServer = development && name === 'frontends'
      const file = join(ROOT, isDevServer ? DEV_FRONTENDS : script)
      return { name, service, script: file, url, env, isWatched: development && !isDevServer }
    }),
  )
}

/** Returns the names of the instances: `chat`, `chat-2`, … */
export const toInstanceNames = (service: string, instances: number): string[] =>
  Array.from({ length: instances }, (_, index) => (index === 0 ? service : `${service}-${index + 1}`))

const findMediaUrl = (service: string, named: Variables) =>
  named[`${service.toUpperCase()}_MEDIA_URL`] || named['MEDIA_URL']

/** Returns the file in which a service stores auth's public keys, so that it can start without auth. */
export const toKeysFile = (dataDir: string, name: string) => join(dataDir, 'keys', `${name}.json`)

/** Returns the metrics port of a gateway: `METRICS_PORT` plus its index. */
export const toMetricsPort = (named: string | undefined, index: number): string | undefined =>
  named && String(Number(named) + index)

export const GATEWAY_SCRIPT = join(ROOT, 'gateway/src/main.ts')

/** The compile cache of Node. With it a process starts in two thirds of the time. */
export const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/node')
