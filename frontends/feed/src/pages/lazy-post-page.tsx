import { loadWaitingComment, PostSkeleton, SidebarLayout } from '@meadow/features'
import { LazyComponent, rememberLoaded } from '@meadow/web'
import { t } from '../texts.ts'
import { PostLoadError } from './post-load-error.tsx'

/** Loads the post page, and the code of a comment that waits: it is shown without a network too. */
export const loadPostPage = rememberLoaded(async () => {
  const [{ PostPage }] = await Promise.all([import('./post-page.tsx'), loadWaitingComment()])
  return { default: PostPage }
})

/** Loads the post page on demand; it is not part of the first download. */
export function LazyPostPage() {
  return (
    <LazyComponent
      load={loadPostPage}
      props={{}}
      fallback={
        <SidebarLayout>
          <PostSkeleton picture />
        </SidebarLayout>
      }
      renderError={(retry) => (
        <SidebarLayout>
          <PostLoadError text={t('lazy.loadFailed')} onRetry={retry} />
        </SidebarLayout>
      )}
    />
  )
}
