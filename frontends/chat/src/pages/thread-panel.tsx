import type { MemberView } from '@meadow/contracts'
import { IconButton } from '@meadow/ui'
import { useSession } from '@meadow/web'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useThread } from '../data/use-thread.ts'
import type { MessageActions } from '../features/messages/message-actions.ts'
import { MessageList } from '../features/messages/message-list.tsx'
import { MessageSkeletons } from '../features/messages/message-skeletons.tsx'
import { useFocusWhileOpen } from '../focus/use-focus-while-open.ts'
import { t } from '../texts.ts'
import { inWords } from '../words/preview.ts'
import styles from './chat.module.css'
import { useActions } from './use-actions.ts'
import { useMode } from './use-mode.ts'
import { WriteInThread } from './write-to.tsx'

type ThreadPanelProps = {
  member: MemberView
  rootId: string
  canSend: boolean
  onRemove: MessageActions['remove']
  onClose: () => void
}

/** What was written under a message, and where one writes there. */
export function ThreadPanel({ member, rootId, canSend, onRemove, onClose }: ThreadPanelProps) {
  const { user } = useSession()
  const writing = useMode()
  const thread = useThread(rootId)
  const actions = useActions(member._id, { ...writing, remove: onRemove })
  const { root, messages, markRead } = thread
  const panel = useFocusWhileOpen<HTMLElement>()
  const count = messages.length
  const seen = useEffectEvent(markRead)
  useEffect(() => {
    if (count > 0) seen()
  }, [count])
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      className={styles['panel']}
      aria-label={t('thread.title')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || !writing.mode) return
        event.preventDefault() // the panel itself stays
        writing.setMode(undefined)
      }}
    >
      <header className={styles['panelHead']}>
        <h2>{t('thread.title')}</h2>
        <IconButton label={t('thread.close')} icon={<X aria-hidden="true" />} onClick={onClose} />
      </header>
      {root && (
        <div className={styles['root']}>
          <b>{root.sender.fullName}</b>
          <p>{inWords(root)}</p>
        </div>
      )}
      {thread.isPending ? (
        <MessageSkeletons />
      ) : messages.length === 0 ? (
        <div className={styles['middle']}>
          <p className={styles['note']} role={thread.error ? 'alert' : undefined}>
            {thread.error?.message ?? t('thread.none')}
          </p>
        </div>
      ) : (
        <MessageList
          label={t('thread.messages')}
          messages={messages}
          you={user?._id}
          isTyping={false}
          hasOlder={thread.hasOlder}
          hasNewer={false}
          onOlder={() => void thread.loadOlder().catch(() => undefined)}
          onLatest={() => undefined}
          onEnd={() => undefined}
          target={undefined}
          actions={actions}
          selection={undefined}
        />
      )}
      {canSend && <WriteInThread userId={member._id} threadId={rootId} writing={writing} messages={messages} />}
    </aside>
  )
}
