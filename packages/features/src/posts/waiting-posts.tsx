import { Button } from '@meadow/ui'
import { LazyComponent, rememberLoaded, useSession } from '@meadow/web'
import { t } from '../texts.ts'
import { useWaitingEntries } from '../waiting/use-waiting-entries.ts'
import { type PublishPostActionData, publishPostAction } from './publish-post-action.ts'
import waitingStyles from './waiting-posts.module.css'

/** Loads the code of a post that waits. */
export const loadWaitingPost = rememberLoaded(async () => ({
  default: (await import('./waiting-post.tsx')).WaitingPost,
}))

/** The kinds of entries that publish a post. That of shares with a comment is loaded on demand. */
const KINDS: ReadonlySet<string> = new Set([publishPostAction.name, 'quote'])

/** The viewer's posts that are not published yet, newest first. Renders nothing without one. */
export function WaitingPosts() {
  const { user } = useSession()
  const entries = useWaitingEntries<PublishPostActionData>().filter(({ kind }) => KINDS.has(kind))
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
