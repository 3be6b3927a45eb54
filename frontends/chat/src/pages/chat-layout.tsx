import { useIsNarrowScreen } from '@meadow/features'
import { joinClassNames } from '@meadow/ui'
import { matchPath, Outlet, useLocation, useSession } from '@meadow/web'
import { useDraftSync } from '../data/drafts/use-draft-sync.ts'
import { useCurrentOutboxQuotes } from '../data/messages/use-current-quotes.ts'
import { useChatPushes } from '../data/sync/apply-push.ts'
import { useChatCatchUp } from '../data/sync/catch-up.ts'
import { Inbox } from '../features/inbox/inbox.tsx'
import { useGroupPushes } from '../groups/group-pushes.ts'
import styles from './chat.module.css'

/** Shows the list of conversations beside the open one; on a phone only one of the two. */
export function ChatLayout() {
  useChatPushes()
  useGroupPushes()
  useChatCatchUp()
  useCurrentOutboxQuotes()
  useDraftSync()
  const { user } = useSession()
  const { pathname } = useLocation()
  const username = matchPath('/chat/:username', pathname)?.params.username
  const groupId = matchPath('/chat/group/:id', pathname)?.params.id
  const isNarrow = useIsNarrowScreen()
  const isConversationOpen = username !== undefined || groupId !== undefined
  return (
    <main className={joinClassNames(styles['layout'], isConversationOpen && styles['conversationOpen'])}>
      {(!isNarrow || !isConversationOpen) && <Inbox currentUserId={user?._id} username={username} groupId={groupId} />}
      <Outlet />
    </main>
  )
}
