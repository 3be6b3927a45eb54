import { Button } from '@meadow/ui'
import { hasPageNoticeSlot, PageNotice, useSocketEvent } from '@meadow/web'
import { useState } from 'react'
import { pushChoice } from '../device/push-choice.ts'
import { usePushSwitch } from '../switch/use-push-switch.ts'
import { t } from '../texts.ts'
import styles from './push-prompt.module.css'

/** Row in the conversation that offers push once, after the member has written to somebody: something to hear back about. */
export function PushPrompt() {
  const { mutate } = usePushSwitch()
  const [isShown, setIsShown] = useState(false)
  useSocketEvent('messageSent', () => {
    const isUnanswered = Notification.permission === 'default' && !pushChoice.isTurnedOff()
    if (document.visibilityState !== 'visible' || !hasPageNoticeSlot() || !isUnanswered) return
    if (pushChoice.takePrompt()) setIsShown(true)
  })
  if (!isShown) return null
  return (
    <PageNotice>
      <div className={styles['prompt']} role="status">
        <p>
          <b>{t('push.prompt')}</b> {t('push.promptText')}
        </p>
        <span className={styles['answers']}>
          <Button
            size="s"
            onClick={() => {
              setIsShown(false)
              mutate(true)
            }}
          >
            {t('push.turnOn')}
          </Button>
          <Button size="s" variant="plain" onClick={() => setIsShown(false)}>
            {t('push.notNow')}
          </Button>
        </span>
      </div>
    </PageNotice>
  )
}
