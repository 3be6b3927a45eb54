import type { MemberView } from '@meadow/contracts'
import { Button, EmptyState } from '@meadow/ui'
import { useSession } from '@meadow/web'
import type { useMessages } from '../data/use-messages.ts'
import type { MessageActions, Selection } from '../features/messages/message-actions.ts'
import { MessageList } from '../features/messages/message-list.tsx'
import { MessageSkeletons } from '../features/messages/message-skeletons.tsx'
import type { Target } from '../features/messages/use-target.ts'
import { t } from '../texts.ts'
import styles from './chat.module.css'

type TalkProps = {
  member: MemberView
  talk: ReturnType<typeof useMessages>
  canSend: boolean
  isTyping: boolean
  target: Target | undefined
  actions: MessageActions
  selection: Selection | undefined
  onEnd: () => void
}

/** The messages with a member, or why there are none. */
export function Talk({ member, talk, canSend, isTyping, target, actions, selection, onEnd }: TalkProps) {
  const { user } = useSession()
  const { messages, isPending, error, hasOlder, hasNewer } = talk
  if (isPending && messages.length === 0) return <MessageSkeletons />
  if (error && messages.length === 0)
    return (
      <div className={styles['middle']} role="alert">
        <EmptyState
          title={t('chat.failed')}
          action={
            <Button variant="soft" onClick={talk.retry}>
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
      <div className={styles['middle']}>
        <EmptyState title={t('chat.none')}>
          {t(canSend ? 'chat.noneText' : 'chat.noneMutual', { name: member.fullName })}
        </EmptyState>
      </div>
    )
  return (
    <MessageList
      key={talk.run}
      label={t('chat.messages', { name: member.fullName })}
      messages={messages}
      you={user?._id}
      isTyping={isTyping}
      hasOlder={hasOlder}
      hasNewer={hasNewer}
      onOlder={() => void talk.loadOlder().catch(() => undefined)}
      onLatest={() => void talk.toLatest().catch(() => undefined)}
      onEnd={() => {
        if (hasNewer) void talk.loadNewer().catch(() => undefined)
        else onEnd()
      }}
      target={target}
      actions={actions}
      selection={selection}
    />
  )
}
