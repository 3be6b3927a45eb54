import { ApiError, useMutation, useQueryClient, useToast } from '@meadow/web'
import { turnPushOff, turnPushOn } from '../device/turn-push.ts'
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
