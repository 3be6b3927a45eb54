import { useOutbox } from '@meadow/web'
import { type RefCallback, useCallback, useEffectEvent, useRef } from 'react'
import { useUnseenNotificationCount } from '../../unread/unseen-notification-count.ts'
import { seeAlertsAction } from './see-alerts-action.ts'

/**
 * Returns a ref for the row of the newest notification, which changed last at `newest`. Once the row is on the screen of a
 * visible window, the notifications leave the badge of all devices.
 */
export function useSeeAlerts(newest: string | undefined): RefCallback<Element> {
  const outbox = useOutbox()
  const sent = useRef('') // not again after a refusal
  const before = useUnseenNotificationCount() > 0 ? newest : undefined
  const see = useEffectEvent((upTo: string) => {
    if (sent.current >= upTo) return
    sent.current = upTo
    void outbox.add(seeAlertsAction, { before: upTo })
  })
  return useCallback(
    (row: Element | null) => {
      if (!row || !before) return
      let isOnScreen = false
      const report = () => {
        if (isOnScreen && document.visibilityState === 'visible') see(before)
      }
      const observer = new IntersectionObserver((entries) => {
        isOnScreen = entries.at(-1)?.isIntersecting ?? false
        report()
      })
      observer.observe(row)
      document.addEventListener('visibilitychange', report)
      return () => {
        observer.disconnect()
        document.removeEventListener('visibilitychange', report)
      }
    },
    [before],
  )
}
