// Runs in the service worker before its own script. The browser of the tests has no push service: subscriptions are those
// that the test sends, together with the event of the browser.
let keys
const createSubscription = (applicationServerKey) => ({
  endpoint: keys.endpoint,
  options: { applicationServerKey },
  toJSON: () => ({ endpoint: keys.endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }),
})

Object.assign(PushManager.prototype, {
  getSubscription: async () => null, // the browser has dropped it
  subscribe: async ({ applicationServerKey }) => createSubscription(applicationServerKey),
})

addEventListener('message', (event) => {
  if (event.data?.type !== 'test-subscription-change') return
  keys = event.data.keys
  const waitUntil = (promise) => event.waitUntil(promise)
  dispatchEvent(Object.assign(new Event('pushsubscriptionchange'), { waitUntil }))
})
