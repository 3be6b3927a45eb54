import { ApiError, api } from '@meadow/web'
import { subscribeDevice } from './push-device.ts'

const MAX_KEY_CHANGES = 2

/**
 * Subscribes this browser and tells the server, for this session. If the server's key is another one by now, subscribes again.
 * @throws ApiError, or DOMException of the browser
 */
export async function registerDevice(publicKey: string, keyChanges = 0): Promise<void> {
  const newestKey = await register(publicKey)
  if (newestKey !== publicKey && keyChanges < MAX_KEY_CHANGES) await registerDevice(newestKey, keyChanges + 1)
}

/** Returns the newest key of the server. */
async function register(publicKey: string): Promise<string> {
  try {
    const subscription = await subscribeDevice(publicKey)
    return (await api('POST /push/subscribe', { body: { subscription, publicKey } })).publicKey
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'push_key_replaced')) throw error
    return (await api('GET /push/config')).publicKey
  }
}
