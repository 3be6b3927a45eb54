import type { WorkboxPlugin } from 'workbox-core'
import { CacheExpiration, ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import type { PageMessage } from '../messages.ts'
import { worker } from '../worker-scope.ts'
import { MEMBER_MEDIA_CACHE, PUBLIC_MEDIA_CACHE } from './media-caches.ts'

const MAX_PUBLIC_PICTURES = 300
const MAX_MEMBER_FILES = 100
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60
const PUBLIC_MEDIA_PATH = /^\/media\/p\//
const MEMBER_MEDIA_PATH = /^\/media\/c\//

/** Answers requests for pictures from bounded caches. A part of a file, as players request it, comes from the network. */
export function registerMedia(): void {
  const isWhole = (request: Request) => !request.headers.has('range')
  registerRoute(
    ({ url, request, sameOrigin }) => sameOrigin && isWhole(request) && PUBLIC_MEDIA_PATH.test(url.pathname),
    new CacheFirst({
      cacheName: PUBLIC_MEDIA_CACHE,
      plugins: [createExpiration(MAX_PUBLIC_PICTURES)],
    }),
  )
  registerRoute(
    ({ url, request, sameOrigin }) => sameOrigin && isWhole(request) && MEMBER_MEDIA_PATH.test(url.pathname),
    new CacheFirst({
      cacheName: MEMBER_MEDIA_CACHE,
      plugins: [
        { cacheKeyWillBeUsed: async ({ request }) => removeSignature(request.url) },
        createExpiration(MAX_MEMBER_FILES),
      ],
    }),
  )
  worker.addEventListener('message', (event) => {
    const { type } = event.data as PageMessage
    if (type === 'forget-member') event.waitUntil(deleteMemberFiles())
  })
}

/** Deletes the files of conversations at sign-out, and the addresses of which Workbox keeps the age. */
async function deleteMemberFiles(): Promise<void> {
  await caches.delete(MEMBER_MEDIA_CACHE)
  await new CacheExpiration(MEMBER_MEDIA_CACHE, { maxEntries: MAX_MEMBER_FILES }).delete()
}

/** Deletes the oldest files of a cache, and the whole cache if the quota is exceeded. */
const createExpiration = (maxEntries: number) =>
  new ExpirationPlugin({ maxEntries, maxAgeSeconds: MAX_AGE_SECONDS, purgeOnQuotaError: true }) as WorkboxPlugin

/** Returns the address of a file without its signature, which changes from response to response. */
function removeSignature(address: string): string {
  const { origin, pathname } = new URL(address)
  return origin + pathname
}
