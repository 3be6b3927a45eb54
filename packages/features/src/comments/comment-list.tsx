import { Alert, Button, Skeleton } from '@meadow/ui'
import { useEndless } from '@meadow/web'
import { t } from '../texts.ts'
import { CommentItem } from './comment-item.tsx'
import styles from './comments.module.css'
import { useComments } from './use-comments.ts'

const NEAR_THE_END = 200

/** All comments of a post, newest first, without end. */
export function CommentList({ postId }: { postId: string }) {
  const query = useComments(postId)
  const { comments, hasNextPage, isFetching, isError, fetchNextPage } = query
  const endRef = useEndless(() => void fetchNextPage(), {
    distance: NEAR_THE_END,
    enabled: hasNextPage && !isFetching && !isError,
  })
  const again = () => void (query.data ? fetchNextPage() : query.refetch())
  return (
    <>
      <ul className={styles['list']}>
        {comments.map((comment) => (
          <CommentItem key={comment._id} comment={comment} />
        ))}
      </ul>
      {query.isSuccess && comments.length === 0 && <p className={styles['none']}>{t('comments.none')}</p>}
      {(query.isPending || query.isFetchingNextPage) && <Loading />}
      {isError && !isFetching && (
        <div className={styles['failed']}>
          <Alert>{t('comments.loadFailed')}</Alert>
          <Button variant="soft" size="s" onClick={again}>
            {t('tryAgain')}
          </Button>
        </div>
      )}
      <div ref={endRef} />
    </>
  )
}

function Loading() {
  return (
    <div className={styles['item']} role="status">
      <span className="visually-hidden">{t('comments.loading')}</span>
      <Skeleton width={38} height={38} round />
      <div className={styles['lines']}>
        <Skeleton width={150} />
        <Skeleton width="80%" />
      </div>
    </div>
  )
}
