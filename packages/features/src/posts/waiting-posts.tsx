import { Button } from '@meadow/ui'
import { LazyComponent, rememberLoaded, useSession } from '@meadow/web'
import { t } from '../texts.ts'
import { useWaitingEntries } from '../waiting/use-waiting-entries.ts'
import { publishPostAction } from './publish-post-action.ts'
import waitingStyles from './waiting-posts.module.css'

/** Loads the code of a post that waits. */
export const loadWaitingPost = rememberLoaded(async () => ({
  default: (await import('./waiting-post.tsx')).WaitingPost,
}))

/** The viewer's posts that are not published yet, newest first. Renders nothing without one. */
export function WaitingPosts() {
  const { user } = useSession()
  const entries = useWaitingEntries(publishPostAction)
  if (!user || entries.length === 0) return null
  return (
    <section className={waitingStyles['posts']} aria-label={t('waiting.posts')}>
      {entries.toReversed().map((entry) => (
        <LazyComponent
          key={entry.id}
          load={loadWaitingPost}
          props={{ entry, author: user }}
          fallback={null}
          renderError={(retry) => (
            <Button variant="soft" onClick={retry}>
              {t('tryAgain')}
            </Button>
          )}
        />
      ))}
    </section>
  )
}
