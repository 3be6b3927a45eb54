// Runs in the service worker before its own script. The browser of the tests shows no notifications, whatever is permitted:
// a list in a cache stands for them, which survives a restart of the worker.
const CACHE = 'test-notifications'
const KEY = '/list'
const readAll = async () => (await (await caches.open(CACHE)).match(KEY))?.json() ?? []
const writeAll = async (all) => (await caches.open(CACHE)).put(KEY, Response.json(all))
const withClose = (shown) => ({
  ...shown,
  close: () => globalThis.closing.push(readAll().then((all) => writeAll(all.filter(({ tag }) => tag !== shown.tag)))),
})
globalThis.closing = []

Object.assign(globalThis.registration, {
  async showNotification(title, options) {
    await writeAll([...(await readAll()).filter(({ tag }) => tag !== options.tag), { title, ...options }])
  },
  getNotifications: async ({ tag } = {}) =>
    (await readAll()).filter((shown) => !tag || shown.tag === tag).map(withClose),
})

addEventListener('message', (event) => {
  if (event.data?.type !== 'test-click') return
  const { action, reply } = event.data
  const click = async () => {
    const [notification] = await globalThis.registration.getNotifications()
    let work
    const waitUntil = (promise) => {
      work = promise
    }
    dispatchEvent(Object.assign(new Event('notificationclick'), { notification, action, reply, waitUntil }))
    await work
    await Promise.all(globalThis.closing)
  }
  event.waitUntil(click())
})
