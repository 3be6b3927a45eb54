import { ApiError, api, useMutation, useQueryClient, useToast } from '@meadow/web'
import { pushChoice } from '../device/push-choice.ts'
import { unsubscribeDevice } from '../device/push-device.ts'
import { registerDevice } from '../device/register-device.ts'
import { refetchPushState } from '../device/use-push-state.ts'
import { t } from '../texts.ts'

/** Mutation that turns push on (true) or off on this device. Says in words why it could not. */
export function usePushSwitch() {
  const cache = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: async (isOn: boolean) => {
      if (!isOn) return turnPushOff()
      const permission = await turnPushOn()
      if (permission === 'denied') toast({ tone: 'error', title: t('push.denied'), text: t('push.deniedText') })
    },
    onError: (error) => toast({ tone: 'error', title: t('push.turnOnFailed'), text: describeTurnOnError(error) }),
    onSettled: () => refetchPushState(cache),
  })
}

const describeTurnOnError = (error: Error): string =>
  error instanceof ApiError ? error.message : t('push.browserRefused')

/**
 * Asks for the permission, which must follow a tap, and registers this device. Returns the answer of the member.
 * @throws ApiError, or DOMException of the browser
 */
async function turnPushOn(): Promise<NotificationPermission> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission
  const { publicKey } = await api('GET /push/config')
  await registerDevice(publicKey)
  pushChoice.turnOn()
  return permission
}

/** Ends push on this device, also without network: the server then learns it at the next push. */
async function turnPushOff(): Promise<void> {
  pushChoice.turnOff()
  await unsubscribeDevice()
  await api('DELETE /push/subscribe').catch(() => undefined)
}
