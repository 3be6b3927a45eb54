import { PostViewCounter } from '@meadow/features'
import { tabStorage, useSession, useSocketEvent } from '@meadow/web'
import { useAppBadge } from './app-layout/use-app-badge.ts'
import { SessionNotice } from './features/access/session-notice.tsx'
import { NewMessageToasts } from './features/messages/new-message-toasts.tsx'
import { KeyboardShortcuts } from './features/shortcuts/keyboard-shortcuts.tsx'
import { GuestActionRunner } from './guest/guest-action-runner.tsx'
import { useUnreadMessageCount } from './unread/unread-message-count.ts'
import { useUnseenNotificationCount } from './unread/unseen-notification-count.ts'

/** Renders the features that a signed-in member does not need at once. They are one file, loaded when the page is idle. */
export function IdleFeatures() {
  const { setUser } = useSession()
  useAppBadge(useUnseenNotificationCount() + useUnreadMessageCount())
  useSocketEvent('emailVerified', () =>
    setUser((member) => ({ ...member, emailVerified: true, mustVerifyEmail: false })),
  )
  return (
    <>
      <NewMessageToasts />
      <SessionNotice />
      <KeyboardShortcuts />
      <PostViewCounter />
      {tabStorage.read('guestAction') && <GuestActionRunner />}
    </>
  )
}
