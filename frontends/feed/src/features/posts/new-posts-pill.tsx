import type { FeedScope } from '@meadow/features'
import { Button } from '@meadow/ui'
import { ArrowUp } from 'lucide-react'
import { t } from '../../texts.ts'
import styles from './new-posts.module.css'
import { useNewPosts } from './use-new-posts.ts'

/** Pill with the number of new posts. A click loads them, so the list never moves while the member reads. */
export function NewPostsPill({ scope }: { scope: FeedScope }) {
  const { count, isLoading, load } = useNewPosts(scope)
  return (
    <div className={styles['container']} role="status">
      {count > 0 && (
        <Button className={styles['pill']} size="s" busy={isLoading} onClick={load}>
          <ArrowUp aria-hidden="true" />
          {t('feed.newPosts', { count })}
        </Button>
      )}
    </div>
  )
}
