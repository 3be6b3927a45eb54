import { useSocketEvent, useToast } from '@meadow/web'
import { pushChoice } from '../device/push-choice.ts'
import { usePushSwitch } from '../switch/use-push-switch.ts'
import { t } from '../texts.ts'

/** Offers push once, after the member has written to somebody or followed them: something to hear back about. */
export function usePushPrompt(): void {
  const toast = useToast()
  const { mutate } = usePushSwitch()
  const offer = () => {
    if (document.visibilityState !== 'visible' || Notification.permission !== 'default') return
    if (pushChoice.isTurnedOff() || !pushChoice.takePrompt()) return
    toast({
      tone: 'info',
      title: t('push.prompt'),
      text: t('push.promptText'),
      action: { label: t('push.turnOn'), onSelect: () => mutate(true) },
    })
  }
  useSocketEvent('messageSent', offer)
  useSocketEvent('followUpdated', ({ isFollowing }) => {
    if (isFollowing) offer()
  })
}
