import { useIsNarrowScreen } from '@meadow/features'
import { joinClassNames } from '@meadow/ui'
import { matchPath, Outlet, useLocation, useSession } from '@meadow/web'
import { useChatSync } from '../data/sync/use-chat-sync.ts'
import { Inbox } from '../features/inbox/inbox.tsx'
import styles from './chat.module.css'

/** The conversations beside the one that is open; on the phone one of them at a time. */
export function ChatLayout() {
  useChatSync()
  const { user } = useSession()
  const username = matchPath('/chat/:username', useLocation().pathname)?.params.username
  const isNarrow = useIsNarrowScreen()
  const isConversationOpen = username !== undefined
  return (
    <main className={joinClassNames(styles['layout'], isConversationOpen && styles['talking'])}>
      {(!isNarrow || !isConversationOpen) && <Inbox currentUserId={user?._id} username={username} />}
      <Outlet />
    </main>
  )
}
