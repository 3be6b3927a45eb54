// Runs in the service worker before its own script. The browser of the tests shows no notifications, whatever is permitted:
// a list in a cache stands for them, which survives a restart of the worker.
const CACHE = 'test-notifications'
const KEY = '/list'
const readAll = async () => (await (await caches.open(CACHE)).match(KEY))?.json() ?? []
let lastChange = Promise.resolve()
/** Changes the list; one change after the other. */
const change = (toNext) => {
  lastChange = lastChange.then(async () => (await caches.open(CACHE)).put(KEY, Response.json(toNext(await readAll()))))
  return lastChange
}
const without = (tag) => (all) => all.filter((shown) => shown.tag !== tag)

// The browser of the tests has no badges, and ends a worker that sets one, with the events on their way to it.
Object.assign(globalThis.navigator, { setAppBadge: async () => {}, clearAppBadge: async () => {} })

Object.assign(globalThis.registration, {
  showNotification: (title, options) => change((all) => [...without(options.tag)(all), { title, ...options }]),
  async getNotifications({ tag } = {}) {
    await lastChange
    const shown = (await readAll()).filter((one) => !tag || one.tag === tag)
    return shown.map((one) => ({ ...one, close: () => void change(without(one.tag)) }))
  },
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
    await lastChange
  }
  event.waitUntil(click())
})
