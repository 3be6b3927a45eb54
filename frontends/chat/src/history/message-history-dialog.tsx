import { TextWithFacets } from '@meadow/features'
import { Button, Dialog, Skeleton, Time } from '@meadow/ui'
import { api, useQuery } from '@meadow/web'
import { chatQueryKeys } from '../data/query-keys.ts'
import { t } from '../texts.ts'
import styles from './history.module.css'

export type MessageHistoryDialogProps = { messageId: string; isOpen: boolean; onClose: () => void }

/** All texts that a message has had, the current one first, each with its time. */
export function MessageHistoryDialog({ messageId, isOpen, onClose }: MessageHistoryDialogProps) {
  const { data, error, refetch } = useQuery({
    queryKey: chatQueryKeys.messageHistory(messageId),
    queryFn: ({ signal }) => api('GET /messages/:id/history', { params: { id: messageId }, signal }),
    enabled: isOpen,
    staleTime: 0,
    gcTime: 0, // a deleted message leaves no text here
  })
  return (
    <Dialog open={isOpen} onClose={onClose} title={t('history.title')}>
      {!data && !error && <Skeleton width="70%" />}
      {!data && error && (
        <div className={styles['failed']} role="alert">
          <p>{t('history.failed')}</p>
          <Button variant="soft" size="s" onClick={() => void refetch()}>
            {t('tryAgain')}
          </Button>
        </div>
      )}
      {data && (
        <ol className={styles['versions']} data-autofocus tabIndex={-1}>
          {data.versions.map(({ content, facets, writtenAt }, index) => (
            <li key={writtenAt} className={styles['version']}>
              <p className={styles['caption']}>
                {index === 0
                  ? t('history.current')
                  : index === data.versions.length - 1 && !data.hasMore
                    ? t('history.first')
                    : t('history.earlier')}
                {' · '}
                <Time at={writtenAt} />
              </p>
              <p className="member-text">
                <TextWithFacets text={content} facets={facets} />
              </p>
            </li>
          ))}
        </ol>
      )}
      {data?.hasMore && <p className={styles['caption']}>{t('history.olderGone')}</p>}
    </Dialog>
  )
}
