import type { PostView } from '@meadow/contracts/browser'
import type { RefObject } from 'react'
import { t } from '../texts.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentList } from './comment-list.tsx'
import styles from './comments.module.css'

/** Comment form and comment list of a post. */
export function CommentsSection({ post, formRef }: { post: PostView; formRef: RefObject<HTMLFormElement | null> }) {
  return (
    <section aria-labelledby="comments">
      <h2 id="comments" className={styles['heading']}>
        {t('comments.heading', { count: post.commentsCount })}
      </h2>
      <CommentForm postId={post._id} formRef={formRef} />
      <CommentList postId={post._id} />
    </section>
  )
}
