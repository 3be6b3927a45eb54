import { useLocation, useSession, useSocketEvent } from '@meadow/web'
import { useEffect } from 'react'
import type { ShownPush } from '../../../service-worker/push/push-payload.ts'
import { isNotificationRead, type ReadPart } from './is-notification-read.ts'

/** Closes notifications of this device when what they are about is read here or on another device. */
export function useCloseReadNotifications(): void {
  const { pathname } = useLocation()
  const memberId = useSession().user?._id
  useSocketEvent('notificationRead', (read) => void closeNotifications(read))
  useSocketEvent('messageRead', ({ userId, readerId }) => {
    if (readerId === memberId) void closeNotifications({ userId })
  })
  useEffect(() => {
    const closeShown = () => {
      if (document.visibilityState === 'visible') void closeNotifications({ pathname })
    }
    closeShown()
    document.addEventListener('visibilitychange', closeShown)
    return () => document.removeEventListener('visibilitychange', closeShown)
  }, [pathname])
}

async function closeNotifications(read: ReadPart): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  for (const notification of (await registration?.getNotifications()) ?? []) {
    const push: ShownPush | null = notification.data // validated by the service worker
    if (push && isNotificationRead(push, read)) notification.close()
  }
}
