import { Button, IconButton } from '@meadow/ui'
import { X } from 'lucide-react'
import { useThreads } from '../data/threads/use-threads.ts'
import { useFocusWhileOpen } from '../focus/use-focus-while-open.ts'
import { formatMessageLine } from '../format/format-preview.ts'
import { t } from '../texts.ts'
import styles from './chat.module.css'

type ThreadListPanelProps = { userId: string; onOpen: (rootId: string) => void; onClose: () => void }

/** Lists the threads of a conversation, latest reply first. */
export function ThreadListPanel({ userId, onOpen, onClose }: ThreadListPanelProps) {
  const { threads, isPending, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useThreads(userId)
  const panel = useFocusWhileOpen<HTMLElement>()
  const statusText = error ? t('threads.failed') : isPending ? t('threads.loading') : t('threads.none')
  return (
    <aside ref={panel} tabIndex={-1} className={styles['panel']} aria-label={t('threads.title')}>
      <header className={styles['panelHeader']}>
        <h2>{t('threads.title')}</h2>
        <IconButton label={t('threads.close')} icon={<X aria-hidden="true" />} onClick={onClose} />
      </header>
      <div className={styles['scroll']}>
        {threads.length === 0 && (
          <p className={styles['note']} role="status">
            {statusText}
          </p>
        )}
        {threads.map(({ root, unreadCount }) => (
          <button key={root._id} type="button" className={styles['thread']} onClick={() => onOpen(root._id)}>
            <b className="member-text">{root.sender.fullName}</b>
            <span>{formatMessageLine(root)}</span>
            <em>
              {t('message.replies', { count: root.threadCount })}
              {unreadCount > 0 && ` · ${t('threads.unread', { count: unreadCount })}`}
            </em>
          </button>
        ))}
        {hasNextPage && (
          <div className={styles['note']}>
            <Button variant="soft" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('search.more')}
            </Button>
          </div>
        )}
      </div>
    </aside>
  )
}
