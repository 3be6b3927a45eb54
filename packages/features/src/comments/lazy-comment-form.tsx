import { Alert, Button } from '@meadow/ui'
import { LazyComponent, rememberLoaded } from '@meadow/web'
import { t } from '../texts.ts'
import type { CommentFormProps } from './comment-form.tsx'
import styles from './comments.module.css'
import { loadWaitingComment } from './lazy-waiting-comment.tsx'

/**
 * Loads the code of the comment form, for example as soon as Comment is pressed, and that of a comment that waits: it is shown
 * without a network too.
 */
export const loadCommentForm = rememberLoaded(async () => {
  const [{ CommentForm }] = await Promise.all([import('./comment-form.tsx'), loadWaitingComment()])
  return { default: CommentForm }
})

/** Comment form whose code is loaded when it first appears. */
export function LazyCommentForm(props: CommentFormProps) {
  return (
    <LazyComponent
      load={loadCommentForm}
      props={props}
      fallback={null}
      renderError={(retry) => (
        <div className={styles['form']} role="alert">
          <Alert>{t('comments.formFailed')}</Alert>
          <Button variant="soft" onClick={retry}>
            {t('tryAgain')}
          </Button>
        </div>
      )}
    />
  )
}
