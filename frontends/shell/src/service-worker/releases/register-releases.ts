import { registerRoute } from 'workbox-routing'
import type { PageMessage, WorkerMessage } from '../messages.ts'
import { worker } from '../worker-scope.ts'
import { checkReleases } from './check-releases.ts'
import { matchFile, matchRemoteEntry } from './match-file.ts'

const HASHED_NAME = /\.[0-9a-f]{12}\.[^/]+$/
const REMOTE_ENTRY_PATH = /^\/mf\/([^/]+)\/remoteEntry\.js$/

/** Answers requests for files of the front ends, and checks for new releases when a page asks for it. */
export function registerReleases(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && HASHED_NAME.test(url.pathname),
    async ({ url, request }) => (await matchFile(url.pathname)) ?? fetch(request),
  )
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && REMOTE_ENTRY_PATH.test(url.pathname),
    async ({ url, request }) => {
      const isRetry = url.searchParams.has('attempt')
      const matchEntry = () => matchRemoteEntry(REMOTE_ENTRY_PATH.exec(url.pathname)?.[1] ?? '', url)
      if (!isRetry) return (await matchEntry()) ?? fetch(request)
      return fetch(request).catch(async (error) => {
        const entry = await matchEntry()
        if (entry) return entry
        throw error
      })
    },
  )
  worker.addEventListener('message', (event) => {
    const { type } = event.data as PageMessage
    if (type === 'check-releases') event.waitUntil(checkAndReport())
  })
}

/** Checks for new releases, and tells all pages which builds are current. */
export async function checkAndReport(): Promise<void> {
  const builds = await checkReleases()
  if (!builds) return
  const message: WorkerMessage = { type: 'current-builds', builds }
  for (const client of await worker.clients.matchAll({ includeUncontrolled: true })) client.postMessage(message)
}
