import type { FeedScope } from '@meadow/features'
import { Button } from '@meadow/ui'
import { ArrowUp } from 'lucide-react'
import { t } from '../../texts.ts'
import styles from './new-posts.module.css'
import { useNewPosts } from './use-new-posts.ts'

/** How many posts came while one reads. They wait here, so that the list never moves by itself. */
export function NewPostsPill({ scope }: { scope: FeedScope }) {
  const { count, isLoading, load } = useNewPosts(scope)
  return (
    <div className={styles['place']} role="status">
      {count > 0 && (
        <Button className={styles['pill']} size="s" busy={isLoading} onClick={load}>
          <ArrowUp aria-hidden="true" />
          {t('feed.newPosts', { count })}
        </Button>
      )}
    </div>
  )
}
