/** The path of the service worker. */
export const SERVICE_WORKER_PATH = '/sw.js'

/** A page that has no service worker does not install one with this header. */
export const KILL_SWITCH_HEADERS = {
  'Content-Type': 'text/javascript; charset=utf-8',
  'Cache-Control': 'no-cache',
  'X-Service-Worker': 'off',
}

/**
 * A service worker that replaces an installed one, deletes what it has cached, and unregisters itself. What waits to be sent
 * stays. If a request reaches the old worker while Chromium stops it, Chromium starts it again and lets the new one wait until
 * the old one has had no event for 30 s. A page that opens sends such requests; the second `skipWaiting` comes after them.
 */
export const KILL_SWITCH_WORKER = `addEventListener('install', () => {
  skipWaiting()
  setTimeout(skipWaiting, 5_000)
})
addEventListener('activate', (event) => {
  const deleteCaches = async () => {
    for (const name of await caches.keys()) await caches.delete(name)
    indexedDB.deleteDatabase('workbox-expiration')
    await registration.unregister()
  }
  event.waitUntil(deleteCaches())
})
`
