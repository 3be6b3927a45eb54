import type { WorkboxPlugin } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { respondWithMemberFile } from './member-files.ts'

/** Pictures that every member may see. */
const PUBLIC_MEDIA_CACHE = 'meadow-media'
const MAX_PUBLIC_PICTURES = 300
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
      plugins: [
        new ExpirationPlugin({
          maxEntries: MAX_PUBLIC_PICTURES,
          maxAgeSeconds: MAX_AGE_SECONDS,
          purgeOnQuotaError: true,
        }) as WorkboxPlugin,
      ],
    }),
  )
  registerRoute(
    ({ url, request, sameOrigin }) => sameOrigin && isWhole(request) && MEMBER_MEDIA_PATH.test(url.pathname),
    ({ request, event }) => respondWithMemberFile(request, (work) => event.waitUntil(work)),
  )
}
