import { api } from '@meadow/web'
import { pushChoice } from './push-choice.ts'
import { unsubscribeDevice } from './push-device.ts'
import { registerDevice } from './register-device.ts'

/**
 * Asks for the permission, which must follow a tap, and registers this device. Returns the answer of the member.
 * @throws ApiError, or DOMException of the browser
 */
export async function turnPushOn(): Promise<NotificationPermission> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission
  const { publicKey } = await api('GET /push/config')
  await registerDevice(publicKey)
  pushChoice.turnOn()
  return permission
}

/** Ends push on this device, also without network: the server then learns it at the next push. */
export async function turnPushOff(): Promise<void> {
  pushChoice.turnOff()
  await unsubscribeDevice()
  await api('DELETE /push/subscribe').catch(() => undefined)
}
