import { PostSkeleton } from '@meadow/features'
import { LazyComponent } from '@meadow/web'
import { t } from '../texts.ts'
import { FeedLayout } from './feed-layout.tsx'
import { PostLoadError } from './post-load-error.tsx'

export const loadPostPage = async () => ({ default: (await import('./post-page.tsx')).PostPage })

/** Loads the post page on demand; it is not part of the first download. */
export function LazyPostPage() {
  return (
    <LazyComponent
      load={loadPostPage}
      props={{}}
      fallback={
        <FeedLayout>
          <PostSkeleton picture />
        </FeedLayout>
      }
      renderError={(retry) => (
        <FeedLayout>
          <PostLoadError text={t('lazy.loadFailed')} onRetry={retry} />
        </FeedLayout>
      )}
    />
  )
}
