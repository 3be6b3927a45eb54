/** The path of the service worker. */
export const SERVICE_WORKER_PATH = '/sw.js'

/** A page that has no service worker does not install one with this header. */
export const KILL_SWITCH_HEADERS = {
  'Content-Type': 'text/javascript; charset=utf-8',
  'Cache-Control': 'no-cache',
  'X-Service-Worker': 'off',
}

/** A service worker that replaces an installed one, deletes what it has cached, and unregisters itself. What waits to be sent stays. */
export const KILL_SWITCH_WORKER = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => {
  const deleteCaches = async () => {
    for (const name of await caches.keys()) await caches.delete(name)
    indexedDB.deleteDatabase('workbox-expiration')
    await registration.unregister()
  }
  event.waitUntil(deleteCaches())
})
`
