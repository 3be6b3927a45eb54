import type { MemberView } from '@meadow/contracts/browser'
import { PictureDropZone } from '@meadow/features'
import { IconButton, joinClassNames, readKey } from '@meadow/ui'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { useSeenMessage } from '../data/conversations/use-mark-read.ts'
import { useThread } from '../data/threads/use-thread.ts'
import type { MessageActions } from '../features/messages/message-actions.ts'
import { MessageList } from '../features/messages/message-list.tsx'
import { MessageSkeletons } from '../features/messages/message-skeletons.tsx'
import { useFocusWhileOpen } from '../focus/use-focus-while-open.ts'
import { formatMessageLine } from '../format/format-preview.ts'
import { t } from '../texts.ts'
import styles from './chat.module.css'
import { toDraftName } from './draft-name.ts'
import { ThreadComposer } from './message-composer.tsx'
import { useComposerMode } from './use-composer-mode.ts'
import { useMessageActions } from './use-message-actions.ts'
import { useMessageTray } from './use-message-tray.ts'

type ThreadPanelProps = {
  member: MemberView
  rootId: string
  canSend: boolean
  onDeleteMessage: MessageActions['deleteMessage']
  onClose: () => void
}

/** Shows a thread with its own composer. */
export function ThreadPanel({ member, rootId, canSend, onDeleteMessage, onClose }: ThreadPanelProps) {
  const draftName = toDraftName(member._id, rootId)
  const composerMode = useComposerMode(draftName)
  const tray = useMessageTray(draftName)
  const thread = useThread(rootId)
  const actions = {
    canRespond: canSend,
    ...useMessageActions(member._id, { ...composerMode, deleteMessage: onDeleteMessage }),
  }
  const { root, messages, markRead } = thread
  const panel = useFocusWhileOpen<HTMLElement>()
  const markedSeq = useRef(0)
  const markSeen = useSeenMessage(({ _id, seq }) => {
    if (seq <= markedSeq.current) return
    markedSeq.current = seq
    markRead(_id)
  })
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      className={styles['panel']}
      aria-label={t('thread.title')}
      onKeyDown={(event) => {
        if (readKey(event) !== 'Escape' || event.defaultPrevented || !composerMode.mode) return
        event.preventDefault() // only cancels the reply or edit; the panel stays open
        composerMode.setMode(undefined)
      }}
    >
      <header className={styles['panelHeader']}>
        <h2>{t('thread.title')}</h2>
        <IconButton label={t('thread.close')} icon={<X aria-hidden="true" />} onClick={onClose} />
      </header>
      {root && (
        <div className={joinClassNames('member-text', styles['threadRoot'])}>
          <b>{root.sender.fullName}</b>
          <p>{formatMessageLine(root)}</p>
        </div>
      )}
      {thread.isPending ? (
        <MessageSkeletons />
      ) : messages.length === 0 ? (
        <div className={styles['centered']}>
          <p className={styles['note']} role={thread.error ? 'alert' : undefined}>
            {thread.error?.message ?? t('thread.none')}
          </p>
        </div>
      ) : (
        <MessageList
          label={t('thread.messages')}
          messages={messages}
          hasOlder={thread.hasOlder}
          onLoadOlder={() => void thread.loadOlder().catch(() => undefined)}
          actions={actions}
          onSeeMessage={markSeen}
        />
      )}
      {canSend && (
        <PictureDropZone tray={tray} disabled={composerMode.mode?.kind === 'edit'} label={t('thread.content')}>
          <ThreadComposer
            userId={member._id}
            threadId={rootId}
            composerMode={composerMode}
            tray={tray}
            messages={messages}
          />
        </PictureDropZone>
      )}
    </aside>
  )
}
