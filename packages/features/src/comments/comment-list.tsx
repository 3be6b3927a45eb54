import type { CommentView, PostView } from '@meadow/contracts/browser'
import { Alert, Button, joinClassNames, Skeleton } from '@meadow/ui'
import { useConnectivity, useInfiniteScroll, useSession } from '@meadow/web'
import { type RefObject, useState } from 'react'
import type { CommentOrder } from '../cache/query-keys.ts'
import { CommentThread } from './comment-thread.tsx'
import styles from './comments.module.css'
import { splitNewComments } from './split-new-comments.ts'
import { t } from './texts.ts'
import threadStyles from './threads.module.css'
import { useComments, useLinkedComment } from './use-comments.ts'

const PREFETCH_DISTANCE_PX = 1_200
const NO_COMMENTS: readonly CommentView[] = []

type CommentListProps = {
  post: PostView
  order: CommentOrder
  /** Id of the comment that the viewer has just added. */
  addedId: string | undefined
  /** Id of the comment or reply that a link names. */
  linkedId: string | undefined
  listRef: RefObject<HTMLDivElement | null>
  /** Loads more when the end of what is loaded comes near. False for a viewer at the newest comment, which would move. */
  isContinuous: boolean
  /** The viewer asks for more. */
  onContinue: () => void
}

/**
 * Comments of a post in an order, page by page. Oldest first, the newest comments, which the post itself brings and which
 * change live, stand below those that are not loaded yet. Newest first, new comments wait until the viewer asks for them, because they
 * would move what is read. A comment that a link names and that is not loaded stands at the top.
 */
export function CommentList({ post, order, addedId, linkedId, listRef, isContinuous, onContinue }: CommentListProps) {
  const { comments: loaded, ...query } = useComments(post._id, order)
  const { hasNextPage, isFetching, fetchNextPage } = query
  const hasFailed = query.data ? query.isFetchNextPageError : query.isError // what an earlier visit has stored stays
  const { held, shown: comments, showNew } = useHeldComments(loaded, order)
  const { linked, isGone } = useLinkedComment(post._id, linkedId)
  const linkedThread = linked && (linked.parent ?? linked.comment)
  const loadedIds = new Set(loaded.map(({ _id }) => _id))
  const hasTail = order === 'oldest' && hasNextPage
  const newest = hasTail ? post.comments.filter(({ _id, parentId }) => !parentId && !loadedIds.has(_id)) : NO_COMMENTS
  const isLoading = query.isPending || query.isFetchingNextPage
  const isAway = useConnectivity() !== 'online'
  const endRef = useInfiniteScroll(() => void fetchNextPage(), {
    distance: PREFETCH_DISTANCE_PX,
    enabled: isContinuous && hasNextPage && !isFetching && !hasFailed && !isAway,
  })
  const loadMore = () => {
    onContinue()
    void fetchNextPage()
  }
  const retry = () => void (query.data ? fetchNextPage() : query.refetch())
  const marks = { post, addedId, linkedId }
  return (
    <div ref={listRef}>
      {isGone && <p className={threadStyles['empty']}>{t('comments.linkGone')}</p>}
      {linkedThread && query.data && !loadedIds.has(linkedThread._id) && (
        <Threads {...marks} label={t('comments.linked')} comments={[toLinkedThread(linkedThread, linked.comment)]} />
      )}
      {held.length > 0 && (
        <div className={threadStyles['load-more']}>
          <Button variant="soft" size="s" onClick={showNew}>
            {t('comments.new', { count: held.length })}
          </Button>
        </div>
      )}
      <Threads
        {...marks}
        comments={comments.map((comment) =>
          linked && comment._id === linkedThread?._id ? toLinkedThread(comment, linked.comment) : comment,
        )}
      />
      {query.data && comments.length === 0 && held.length === 0 && (
        <p className={threadStyles['empty']}>{t('comments.none')}</p>
      )}
      {isLoading && <CommentSkeleton />}
      {hasFailed && !isFetching && (
        <div className={threadStyles['failed']}>
          <Alert>{t('comments.loadFailed')}</Alert>
          <Button variant="soft" size="s" onClick={retry}>
            {t('tryAgain')}
          </Button>
        </div>
      )}
      <div ref={endRef} />
      {hasNextPage && !isLoading && !hasFailed && (
        <div className={threadStyles['load-more']}>
          <Button variant="soft" size="s" onClick={loadMore}>
            {t('comments.loadMore')}
          </Button>
        </div>
      )}
      {newest.length > 0 && <Threads {...marks} comments={newest} />}
    </div>
  )
}

/** Holds back comments that arrive at the top of a list, newest first, until `showNew` is called. */
function useHeldComments(loaded: readonly CommentView[], order: CommentOrder) {
  const { user } = useSession()
  const [seenId, setSeenId] = useState<string>()
  const newestId = loaded[0]?._id
  if (seenId === undefined && newestId !== undefined) setSeenId(newestId)
  const { held, shown } =
    order === 'newest' ? splitNewComments(loaded, seenId, user?._id) : { held: NO_COMMENTS, shown: loaded }
  return { held, shown, showNew: () => setSeenId(newestId) }
}

/** Returns the thread with the reply that a link names among the replies that are shown first. */
function toLinkedThread(thread: CommentView, linked: CommentView): CommentView {
  const { replies = [] } = thread
  if (linked._id === thread._id || replies.slice(0, 2).some(({ _id }) => _id === linked._id)) return thread
  return { ...thread, replies: [linked, ...replies.filter(({ _id }) => _id !== linked._id)] }
}

type ThreadsProps = Pick<CommentListProps, 'post' | 'addedId' | 'linkedId'> & {
  comments: readonly CommentView[]
  label?: string
}

function Threads({ comments, label, ...marks }: ThreadsProps) {
  return (
    <ul className={styles['list']} aria-label={label}>
      {comments.map((comment) => (
        <CommentThread key={comment._id} comment={comment} {...marks} />
      ))}
    </ul>
  )
}

function CommentSkeleton() {
  return (
    <div className={joinClassNames(styles['item'], threadStyles['loading'])} role="status">
      <span className="visually-hidden">{t('comments.loading')}</span>
      <Skeleton width={38} height={38} round />
      <div className={threadStyles['lines']}>
        <Skeleton width={150} />
        <Skeleton width="80%" />
      </div>
    </div>
  )
}
