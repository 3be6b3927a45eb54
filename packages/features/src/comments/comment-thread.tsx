import type { CommentView, PostView } from '@meadow/contracts/browser'
import { MAX_REPLIES_IN_VIEW } from '@meadow/contracts/limits'
import { Alert, Button, Spinner } from '@meadow/ui'
import { useQueryClient } from '@meadow/web'
import { memo, type ReactNode, useState } from 'react'
import { addCachedReplies } from '../cache/changed-comments.ts'
import { useKeepMounted } from '../lists/use-virtualized-item.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import { t } from './texts.ts'
import threadStyles from './threads.module.css'
import { useReplies } from './use-comments.ts'

export type CommentThreadProps = {
  post: PostView
  comment: CommentView
  /** Id of the comment or reply that the viewer has just added. */
  addedId?: string | undefined
  /** Id of the comment or reply that a link names. */
  linkedId?: string | undefined
}

const scrollToForm = (form: HTMLElement | null) => form?.scrollIntoView({ block: 'nearest' })

/** Comment with its first replies, or all on request, and a form for a reply. Memoized: a page more renders no thread again. */
export const CommentThread = memo(function CommentThread({ post, comment, addedId, linkedId }: CommentThreadProps) {
  const { replies = [], repliesCount = 0 } = comment
  const cache = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const [answered, setAnswered] = useState<CommentView>()
  const [addedReplyId, setAddedReplyId] = useState<string>()
  const mark = (id: string) =>
    id === linkedId ? 'linked' : id === addedId || id === addedReplyId ? 'added' : undefined
  const firstReplies = replies.slice(0, MAX_REPLIES_IN_VIEW)
  const hiddenCount = repliesCount - firstReplies.length
  const toItem = (reply: CommentView) => (
    <CommentItem
      key={reply._id}
      post={post}
      comment={reply}
      mark={mark(reply._id)}
      onReply={() => setAnswered(reply)}
    />
  )
  return (
    <CommentItem post={post} comment={comment} mark={mark(comment._id)} onReply={() => setAnswered(comment)}>
      {repliesCount > 0 && (
        <ul className={threadStyles['replies']} aria-label={t('comments.replies', { name: comment.user.fullName })}>
          {isOpen ? (
            <AllReplies post={post} comment={comment} toItem={toItem} onClose={() => setIsOpen(false)} />
          ) : (
            firstReplies.map(toItem)
          )}
        </ul>
      )}
      {!isOpen && hiddenCount > 0 && (
        <div className={threadStyles['more-replies']}>
          <Button variant="quiet" size="s" onClick={() => setIsOpen(true)}>
            {t('comments.showReplies', { count: hiddenCount })}
          </Button>
        </div>
      )}
      {answered && (
        <div key={answered._id} ref={scrollToForm} className={threadStyles['reply-form']}>
          <CommentForm
            commentedPost={post._id}
            replyTo={answered}
            autoFocus
            onCancel={() => setAnswered(undefined)}
            onAdded={(reply) => {
              addCachedReplies(cache, post._id, [reply])
              setAnswered(undefined)
              setAddedReplyId(reply._id)
              if (repliesCount >= MAX_REPLIES_IN_VIEW) setIsOpen(true)
            }}
          />
          <WhileMounted />
        </div>
      )}
    </CommentItem>
  )
})

/** Keeps the thread mounted while it has a form: a new form would take the focus. Renders nothing. */
function WhileMounted(): null {
  useKeepMounted(true)
  return null
}

type AllRepliesProps = Pick<CommentThreadProps, 'post' | 'comment'> & {
  toItem: (reply: CommentView) => ReactNode
  onClose: () => void
}

/** The replies to a comment, oldest first, page by page. Shows the first ones until they are loaded. */
function AllReplies({ post, comment, toItem, onClose }: AllRepliesProps) {
  const { comments: loaded, ...query } = useReplies(post._id, comment._id)
  const replies = query.data ? loaded : (comment.replies ?? [])
  const loadMore = () => void (query.data ? query.fetchNextPage() : query.refetch())
  return (
    <>
      {replies.map(toItem)}
      <li className={threadStyles['more-replies']}>
        {query.isError && !query.isFetching && (
          <>
            <Alert>{t('comments.loadFailed')}</Alert>
            <Button variant="soft" size="s" onClick={loadMore}>
              {t('tryAgain')}
            </Button>
          </>
        )}
        {(query.isPending || query.isFetchingNextPage) && <Spinner label={t('comments.loading')} />}
        {query.hasNextPage && !query.isFetching && !query.isError && (
          <Button variant="quiet" size="s" onClick={loadMore}>
            {t('comments.showReplies', { count: Math.max(1, (comment.repliesCount ?? 0) - replies.length) })}
          </Button>
        )}
        <Button variant="quiet" size="s" onClick={onClose}>
          {t('comments.hideReplies')}
        </Button>
      </li>
    </>
  )
}
