import { PostSkeleton, SidebarLayout } from '@meadow/features'
import { LazyComponent, rememberLoaded } from '@meadow/web'
import { t } from '../texts.ts'
import { PostLoadError } from './post-load-error.tsx'

export const loadPostPage = rememberLoaded(async () => ({ default: (await import('./post-page.tsx')).PostPage }))

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
