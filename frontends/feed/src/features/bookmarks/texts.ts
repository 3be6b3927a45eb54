import { createTexts } from '@meadow/web'

/** Texts of the page of bookmarks. */
export const t = createTexts({
  'bookmarks.title': 'Bookmarks',
  'bookmarks.private': 'Only you can see your bookmarks.',
  'bookmarks.folders': 'Your folders',
  'bookmarks.all': 'All',
  'bookmarks.empty': 'No bookmarks here',
  'bookmarks.emptyText': 'To keep a post for later, choose Bookmark in its menu.',
  'bookmarks.end': "That's all of them",
})
