import type { MemberView } from '@meadow/contracts'
import { Button, EmptyState } from '@meadow/ui'
import { useSession } from '@meadow/web'
import type { useMessages } from '../data/messages/use-messages.ts'
import type { MessageActions, MessageSelection } from '../features/messages/message-actions.ts'
import { MessageList } from '../features/messages/message-list.tsx'
import { MessageSkeletons } from '../features/messages/message-skeletons.tsx'
import type { ScrollTarget } from '../features/messages/use-scroll-target.ts'
import { t } from '../texts.ts'
import styles from './chat.module.css'

type ConversationMessagesProps = {
  member: MemberView
  conversationMessages: ReturnType<typeof useMessages>
  canSend: boolean
  isTyping: boolean
  scrollTarget: ScrollTarget | undefined
  actions: MessageActions
  selection: MessageSelection | undefined
  onReachEnd: () => void
}

/** Shows the messages of a conversation, or its loading, error or empty state. */
export function ConversationMessages({
  member,
  conversationMessages,
  canSend,
  isTyping,
  scrollTarget,
  actions,
  selection,
  onReachEnd,
}: ConversationMessagesProps) {
  const { user } = useSession()
  const { messages, isPending, error, hasOlder, hasNewer } = conversationMessages
  if (isPending && messages.length === 0) return <MessageSkeletons />
  if (error && messages.length === 0)
    return (
      <div className={styles['centered']} role="alert">
        <EmptyState
          title={t('chat.failed')}
          action={
            <Button variant="soft" onClick={conversationMessages.retry}>
              {t('tryAgain')}
            </Button>
          }
        >
          {error.message}
        </EmptyState>
      </div>
    )
  if (messages.length === 0)
    return (
      <div className={styles['centered']}>
        <EmptyState title={t('chat.none')}>
          {t(canSend ? 'chat.noneText' : 'chat.noneMutual', { name: member.fullName })}
        </EmptyState>
      </div>
    )
  return (
    <MessageList
      key={conversationMessages.generation}
      label={t('chat.messages', { name: member.fullName })}
      messages={messages}
      currentUserId={user?._id}
      isTyping={isTyping}
      hasOlder={hasOlder}
      hasNewer={hasNewer}
      onLoadOlder={() => void conversationMessages.loadOlder().catch(() => undefined)}
      onJumpToLatest={() => void conversationMessages.jumpToLatest().catch(() => undefined)}
      onReachEnd={() => {
        if (hasNewer) void conversationMessages.loadNewer().catch(() => undefined)
        else onReachEnd()
      }}
      scrollTarget={scrollTarget}
      actions={actions}
      selection={selection}
    />
  )
}
