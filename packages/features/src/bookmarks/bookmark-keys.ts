/** Query keys of bookmarks. They stand apart from the others, because the first page does not need them. */
export const bookmarkKeys = {
  /** Bookmarked posts: all, or those in a folder. */
  posts: (folder = '') => ['posts', 'list', 'bookmarks', folder] as const,
  folders: ['bookmark-folders'] as const,
}
