import type { CommentView, PostView } from '@meadow/contracts/browser'
import { Alert, Button, joinClassNames, Skeleton } from '@meadow/ui'
import type { RefObject } from 'react'
import type { CommentOrder } from '../cache/query-keys.ts'
import { CommentItem } from './comment-item.tsx'
import styles from './comments.module.css'
import { t } from './texts.ts'
import { useComments } from './use-comments.ts'

const NO_COMMENTS: readonly CommentView[] = []

type CommentListProps = {
  post: PostView
  order: CommentOrder
  /** Id of the comment that the viewer has just added. */
  addedId: string | undefined
  listRef: RefObject<HTMLDivElement | null>
}

/**
 * Comments of a post in an order, page by page. Oldest first, the newest comments, which the post itself brings and which
 * change live, stand below those that are not loaded yet.
 */
export function CommentList({ post, order, addedId, listRef }: CommentListProps) {
  const { comments, ...query } = useComments(post._id, order)
  const { hasNextPage, isFetching, fetchNextPage } = query
  const hasFailed = query.data ? query.isFetchNextPageError : query.isError // what an earlier visit has stored stays
  const loadedIds = new Set(comments.map(({ _id }) => _id))
  const hasTail = order === 'oldest' && hasNextPage
  const newest = hasTail ? post.comments.filter(({ _id }) => !loadedIds.has(_id)) : NO_COMMENTS
  const isLoading = query.isPending || query.isFetchingNextPage
  const retry = () => void (query.data ? fetchNextPage() : query.refetch())
  return (
    <div ref={listRef}>
      <Comments comments={comments} addedId={addedId} />
      {query.data && comments.length === 0 && <p className={styles['empty']}>{t('comments.none')}</p>}
      {isLoading && <CommentSkeleton />}
      {hasFailed && !isFetching && (
        <div className={styles['failed']}>
          <Alert>{t('comments.loadFailed')}</Alert>
          <Button variant="soft" size="s" onClick={retry}>
            {t('tryAgain')}
          </Button>
        </div>
      )}
      {hasNextPage && !isLoading && !hasFailed && (
        <div className={styles['load-more']}>
          <Button variant="soft" size="s" onClick={() => void fetchNextPage()}>
            {t('comments.loadMore')}
          </Button>
        </div>
      )}
      {newest.length > 0 && <Comments comments={newest} addedId={addedId} />}
    </div>
  )
}

function Comments({ comments, addedId }: { comments: readonly CommentView[]; addedId: string | undefined }) {
  return (
    <ul className={styles['list']}>
      {comments.map((comment) => (
        <CommentItem key={comment._id} comment={comment} isAdded={comment._id === addedId} />
      ))}
    </ul>
  )
}

function CommentSkeleton() {
  return (
    <div className={joinClassNames(styles['item'], styles['loading'])} role="status">
      <span className="visually-hidden">{t('comments.loading')}</span>
      <Skeleton width={38} height={38} round />
      <div className={styles['lines']}>
        <Skeleton width={150} />
        <Skeleton width="80%" />
      </div>
    </div>
  )
}
