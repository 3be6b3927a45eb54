import { PostSkeleton, SidebarLayout } from '@meadow/features'
import { LazyComponent, rememberLoaded } from '@meadow/web'
import { t } from '../texts.ts'
import { PostLoadError } from './post-load-error.tsx'

/** Loads the search page, which is not part of the first download. */
export const loadSearchPage = rememberLoaded(async () => ({
  default: (await import('../features/search/search-page.tsx')).SearchPage,
}))

/** Loads the page of a tag. */
export const loadTagPage = rememberLoaded(async () => ({
  default: (await import('./list-pages.ts')).TagPage,
}))

/** Loads the page of bookmarks. */
export const loadBookmarksPage = rememberLoaded(async () => ({
  default: (await import('./list-pages.ts')).BookmarksPage,
}))

/** Loads the page of Discover. */
export const loadDiscoverPage = rememberLoaded(async () => ({
  default: (await import('./list-pages.ts')).DiscoverPage,
}))

/** Loads the list of Discover, which follows the end of the feed. */
export const loadDiscoverList = rememberLoaded(async () => ({
  default: (await import('./list-pages.ts')).DiscoverList,
}))

/** The page of Discover, loaded on demand. */
export const LazyDiscoverPage = () => <LazyPage load={loadDiscoverPage} />

/** The page of bookmarks, loaded on demand. */
export const LazyBookmarksPage = () => <LazyPage load={loadBookmarksPage} />

/** The search page, loaded on demand. */
export const LazySearchPage = () => <LazyPage load={loadSearchPage} />

/** The page of a tag, loaded on demand. */
export const LazyTagPage = () => <LazyPage load={loadTagPage} />

const LazyPage = ({ load }: { load: typeof loadSearchPage }) => (
  <LazyComponent
    load={load}
    props={{}}
    fallback={
      <SidebarLayout>
        <PostSkeleton />
      </SidebarLayout>
    }
    renderError={(retry) => (
      <SidebarLayout>
        <PostLoadError text={t('lazy.loadFailed')} onRetry={retry} />
      </SidebarLayout>
    )}
  />
)
