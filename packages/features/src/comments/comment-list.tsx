import { Alert, Button, Skeleton } from '@meadow/ui'
import { useInfiniteScroll } from '@meadow/web'
import { t } from '../texts.ts'
import { CommentItem } from './comment-item.tsx'
import styles from './comments.module.css'
import { useComments } from './use-comments.ts'

const PREFETCH_DISTANCE_PX = 200

/** Infinite list of a post's comments, newest first. */
export function CommentList({ postId }: { postId: string }) {
  const query = useComments(postId)
  const { comments, hasNextPage, isFetching, isError, fetchNextPage } = query
  const endRef = useInfiniteScroll(() => void fetchNextPage(), {
    distance: PREFETCH_DISTANCE_PX,
    enabled: hasNextPage && !isFetching && !isError,
  })
  const retry = () => void (query.data ? fetchNextPage() : query.refetch())
  return (
    <>
      <ul className={styles['list']}>
        {comments.map((comment) => (
          <CommentItem key={comment._id} comment={comment} />
        ))}
      </ul>
      {query.isSuccess && comments.length === 0 && <p className={styles['empty']}>{t('comments.none')}</p>}
      {(query.isPending || query.isFetchingNextPage) && <CommentSkeleton />}
      {isError && !isFetching && (
        <div className={styles['failed']}>
          <Alert>{t('comments.loadFailed')}</Alert>
          <Button variant="soft" size="s" onClick={retry}>
            {t('tryAgain')}
          </Button>
        </div>
      )}
      <div ref={endRef} />
    </>
  )
}

function CommentSkeleton() {
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
