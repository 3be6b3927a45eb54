// These pages are one file: each file that loads on demand costs bytes of the first load, which lists it.
export { BookmarksPage } from '../features/bookmarks/bookmarks-page.tsx'
export { DiscoverList } from '../features/discover/discover-list.tsx'
export { TagPage } from '../features/search/tag-page.tsx'
export { DiscoverPage } from './discover-page.tsx'
