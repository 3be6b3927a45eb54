import type { PostView } from '@meadow/contracts/browser'
import { Button, Chips } from '@meadow/ui'
import { type RefObject, useRef, useState } from 'react'
import { CommentForm } from './comment-form.tsx'
import { CommentList } from './comment-list.tsx'
import styles from './comments.module.css'
import { t } from './texts.ts'
import { useCommentOrder } from './use-comments.ts'
import { WaitingComments } from './waiting-comments.tsx'

const ORDERS = [
  { value: 'oldest', label: t('comments.oldestFirst') },
  { value: 'newest', label: t('comments.newestFirst') },
] as const

/** From this number on, the newest comment is often out of sight. */
const MIN_COMMENTS_TO_JUMP = 5

/** Comments of a post, oldest first unless the member chose otherwise. The form stays at the bottom of the window. */
export function CommentsSection({ post, formRef }: { post: PostView; formRef: RefObject<HTMLFormElement | null> }) {
  const { order, setOrder } = useCommentOrder()
  const [addedId, setAddedId] = useState<string>()
  const list = useRef<HTMLDivElement>(null)

  const jumpToNewest = () => {
    const newest = [...(list.current?.querySelectorAll('li') ?? [])].at(-1)
    newest?.focus({ preventScroll: true })
    newest?.scrollIntoView({ block: 'center' })
  }
  return (
    <section aria-labelledby="comments">
      <div className={styles['header']}>
        <h2 id="comments">{t('comments.heading', { total: post.commentsCount })}</h2>
        {order === 'oldest' && post.commentsCount >= MIN_COMMENTS_TO_JUMP && (
          <Button variant="quiet" size="s" onClick={jumpToNewest}>
            {t('comments.jumpToNewest')}
          </Button>
        )}
        {post.commentsCount > 1 && (
          <Chips label={t('comments.order')} chips={ORDERS} value={order} onChange={setOrder} />
        )}
      </div>
      <CommentList key={order} post={post} order={order} addedId={addedId} listRef={list} />
      <WaitingComments post={post._id} />
      <div className={styles['sticky-form']}>
        <CommentForm post={post._id} shownPost={post} formRef={formRef} onAdded={({ _id }) => setAddedId(_id)} />
      </div>
    </section>
  )
}
