import { Button, Dialog, Skeleton, Time } from '@meadow/ui'
import { api, useQuery } from '@meadow/web'
import { FoldedText } from '../text/folded-text.tsx'
import styles from './edit-post.module.css'
import { t } from './edit-post-texts.ts'
import { createPostHistoryKey } from './post-history-key.ts'

type PostHistoryDialogProps = { postId: string; isOpen: boolean; onClose: () => void }

/** All texts that a post has had, the current one first, each with its time. */
export function PostHistoryDialog({ postId, isOpen, onClose }: PostHistoryDialogProps) {
  const { data, error, refetch } = useQuery({
    queryKey: createPostHistoryKey(postId),
    queryFn: ({ signal }) => api('GET /posts/:id/history', { params: { id: postId }, signal }),
    enabled: isOpen,
    staleTime: 0,
  })
  return (
    <Dialog open={isOpen} onClose={onClose} title={t('edit.history')}>
      {!data && !error && <Skeleton width="70%" />}
      {!data && error && (
        <div className={styles['failed']} role="alert">
          <p>{t('edit.historyFailed')}</p>
          <Button variant="soft" size="s" onClick={() => void refetch()}>
            {t('edit.retry')}
          </Button>
        </div>
      )}
      {data && (
        <ol className={styles['versions']} data-autofocus tabIndex={-1}>
          {data.versions.map(({ content, facets, writtenAt }, index) => (
            <li key={writtenAt} className={styles['version']}>
              <p className={styles['caption']}>
                {index === 0
                  ? t('edit.current')
                  : index === data.versions.length - 1 && !data.hasMore
                    ? t('edit.first')
                    : t('edit.earlier')}
                {' · '}
                <Time at={writtenAt} />
              </p>
              {content ? (
                <FoldedText text={content} facets={facets} />
              ) : (
                <p className={styles['caption']}>{t('edit.noText')}</p>
              )}
            </li>
          ))}
        </ol>
      )}
      {data?.hasMore && <p className={styles['caption']}>{t('edit.olderNotShown')}</p>}
    </Dialog>
  )
}
