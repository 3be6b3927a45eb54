import type { PostView } from '@meadow/contracts/browser'
import { Button, Chips } from '@meadow/ui'
import { useQueryClient, useSession, useSocketEvent, useStalePosts } from '@meadow/web'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { addCachedReplies, applyCommentUpdate } from '../cache/changed-comments.ts'
import { toViewerComment } from '../cache/post-updates.ts'
import { type CommentOrder, queryKeys } from '../cache/query-keys.ts'
import { LazyDialog } from '../dialogs/lazy-dialog.tsx'
import { withMutedMarks } from '../muting/with-muted-marks.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentList } from './comment-list.tsx'
import { t } from './texts.ts'
import threadStyles from './threads.module.css'
import { useCommentOrder } from './use-comments.ts'
import { WaitingComments } from './waiting-comments.tsx'

const ORDERS = [
  { value: 'oldest', label: t('comments.oldestFirst') },
  { value: 'newest', label: t('comments.newestFirst') },
] as const

/** From this number on, the newest comment is often out of sight. */
const MIN_COMMENTS_TO_JUMP = 5

type CommentsSectionProps = {
  post: PostView
  formRef: RefObject<HTMLFormElement | null>
  /** Id of the comment or reply that a link names. */
  linkedId?: string | undefined
  /** Focuses the form, and scrolls to it if it is below the window. */
  autoFocus?: boolean | undefined
}

/** Comments of a post, oldest first unless the member chose otherwise. The form stays at the bottom of the window. */
export function CommentsSection({ post, formRef, linkedId, autoFocus = false }: CommentsSectionProps) {
  const { order, setOrder } = useCommentOrder()
  const [addedId, setAddedId] = useState<string>()
  const [isContinuous, setContinuous] = useState(true)
  const list = useRef<HTMLDivElement>(null)
  const section = useRef<HTMLElement>(null)
  const cache = useQueryClient()
  const { user } = useSession()
  useStalePosts((ids) => {
    if (ids.includes(post._id)) void cache.invalidateQueries({ queryKey: queryKeys.comments(post._id) })
  })
  useSocketEvent('commentUpdated', (push) => {
    if (push.text === undefined) applyCommentUpdate(cache, push)
    else
      void import('../muting/mark-muted.ts')
        .then(({ isMutedText }) => isMutedText(cache, push))
        .catch(() => false)
        .then((isMuted) => applyCommentUpdate(cache, push, ({ _id }) => isMuted && _id !== user?._id))
  })
  useSocketEvent('postUpdated', (push) => {
    if (user)
      withMutedMarks(cache, push, user._id, ({ _id, comments }) =>
        addCachedReplies(
          cache,
          _id,
          comments.map((comment) => toViewerComment(user, comment)),
        ),
      )
  })

  const showForm = useEffectEvent(() => {
    const { bottom } = formRef.current?.getBoundingClientRect() ?? { bottom: 0 }
    if (autoFocus && bottom > innerHeight) section.current?.scrollIntoView()
  })
  useEffect(() => showForm(), []) // after the navigation has scrolled to the top
  const chooseOrder = (chosen: CommentOrder) => {
    setOrder(chosen)
    setContinuous(true)
  }
  const jumpToNewest = () => {
    const newest = [...(list.current?.querySelectorAll<HTMLElement>(':scope > ul > li') ?? [])].at(-1)
    setContinuous(false)
    newest?.focus({ preventScroll: true })
    newest?.scrollIntoView({ block: 'center' })
  }
  return (
    <section ref={section} className={threadStyles['section']} aria-labelledby="comments">
      <div className={threadStyles['header']}>
        <CommentsHeading post={post} />
        {order === 'oldest' && post.commentsCount >= MIN_COMMENTS_TO_JUMP && (
          <Button variant="quiet" size="s" onClick={jumpToNewest}>
            {t('comments.jumpToNewest')}
          </Button>
        )}
        {post.commentsCount > 1 && (
          <Chips label={t('comments.order')} chips={ORDERS} value={order} onChange={chooseOrder} />
        )}
      </div>
      <CommentList
        key={order}
        post={post}
        order={order}
        addedId={addedId}
        linkedId={linkedId}
        listRef={list}
        isContinuous={isContinuous}
        onContinue={() => setContinuous(true)}
      />
      <WaitingComments commentedPost={post._id} />
      <div className={threadStyles['sticky-form']}>
        <CommentForm
          commentedPost={post._id}
          shownPost={post}
          formRef={formRef}
          autoFocus={autoFocus}
          onAdded={({ _id }) => {
            setAddedId(_id)
            if (order === 'oldest') setContinuous(false) // it may stand below the end of what is loaded
          }}
        />
      </div>
    </section>
  )
}

const loadCountDialog = async () => ({ default: (await import('../posts/post-dialogs.ts')).CommentCountDialog })

/** Heading with the number of comments, which opens how they are counted. */
function CommentsHeading({ post }: { post: PostView }) {
  const [isOpen, setIsOpen] = useState(false)
  const onClose = () => setIsOpen(false)
  const text = t('comments.heading', { total: post.commentsCount })
  return (
    <>
      <h2 id="comments">
        {post.commentsCount === 0 ? (
          text
        ) : (
          <button
            type="button"
            className={threadStyles['count']}
            aria-haspopup="dialog"
            onClick={() => setIsOpen(true)}
          >
            {text}
          </button>
        )}
      </h2>
      <LazyDialog isOpen={isOpen} onClose={onClose} load={loadCountDialog} props={{ post, isOpen, onClose }} />
    </>
  )
}
