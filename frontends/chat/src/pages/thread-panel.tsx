import type { MemberView } from '@meadow/contracts'
import { IconButton } from '@meadow/ui'
import { useSession } from '@meadow/web'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ShownMessage } from '../data/outbox/waiting.ts'
import { useSend } from '../data/use-send.ts'
import { useThread } from '../data/use-thread.ts'
import { Composer } from '../features/composer/composer.tsx'
import type { MessageActions } from '../features/messages/message-actions.ts'
import { MessageList } from '../features/messages/message-list.tsx'
import { MessageSkeletons } from '../features/messages/message-skeletons.tsx'
import { t } from '../texts.ts'
import { inWords } from '../words/preview.ts'
import styles from './chat.module.css'
import { useActions } from './use-actions.ts'

type ThreadPanelProps = {
  member: MemberView
  rootId: string
  canSend: boolean
  onEdit: MessageActions['edit']
  onRemove: MessageActions['remove']
  onClose: () => void
}

/** What was written under a message, and where one writes there. */
export function ThreadPanel({ member, rootId, canSend, onEdit, onRemove, onClose }: ThreadPanelProps) {
  const { user } = useSession()
  const [text, setText] = useState('')
  const [replyTo, setReplyTo] = useState<ShownMessage>()
  const thread = useThread(rootId)
  const { sendText, sendImage } = useSend(member._id)
  const actions = useActions(member._id, { reply: setReplyTo, edit: onEdit, remove: onRemove })
  const { root, messages, markRead } = thread
  const count = messages.length
  const seen = useEffectEvent(markRead)
  useEffect(() => {
    if (count > 0) seen()
  }, [count])
  return (
    <aside className={styles['panel']} aria-label={t('thread.title')}>
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
      {canSend && (
        <Composer
          label={t('composer.threadLabel')}
          placeholder={t('composer.threadPlaceholder')}
          text={text}
          onText={setText}
          mode={replyTo && { kind: 'reply', message: replyTo }}
          onCancelMode={() => setReplyTo(undefined)}
          onSend={(parts) => {
            for (const [place, content] of parts.entries())
              sendText({ content, threadId: rootId, replyTo: place === 0 ? replyTo : undefined })
            setText('')
            setReplyTo(undefined)
          }}
          onPicture={(file) => sendImage({ file, threadId: rootId, replyTo })}
          onEditLast={() => {
            const last = messages.findLast((message) => canEdit(message, user?._id))
            if (last) onEdit(last)
          }}
        />
      )}
    </aside>
  )
}

/** An own text that has been sent. */
export const canEdit = ({ sender, messageType, deletedAt, local }: ShownMessage, you: string | undefined): boolean =>
  sender._id === you && messageType === 'text' && !deletedAt && !local
