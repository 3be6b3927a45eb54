import { Button } from '@meadow/ui'
import { LazyComponent, rememberLoaded } from '@meadow/web'
import { t } from '../texts.ts'
import type { WaitingCommentProps } from './waiting-comment.tsx'

/** Loads the code of a comment that waits. */
export const loadWaitingComment = rememberLoaded(async () => ({
  default: (await import('./waiting-comment.tsx')).WaitingComment,
}))

/** Comment that waits, whose code is loaded when the first one appears. */
export const LazyWaitingComment = (props: WaitingCommentProps) => (
  <LazyComponent
    load={loadWaitingComment}
    props={props}
    fallback={null}
    renderError={(retry) => (
      <Button variant="soft" size="s" onClick={retry}>
        {t('tryAgain')}
      </Button>
    )}
  />
)
