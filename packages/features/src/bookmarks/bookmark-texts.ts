import { createTexts } from '@meadow/web'

/** Texts of bookmarks, which load on demand. */
export const t = createTexts({
  'bookmark.add': 'Bookmark',
  'bookmark.remove': 'Remove bookmark',
  'bookmark.move': 'Move to a folder…',
  'bookmark.added': 'Bookmarked. Only you can see it',
  'bookmark.addedLater': 'Bookmarked. It will be saved when you are online again',
  'bookmark.open': 'Open bookmarks',
  'bookmark.removed': 'Bookmark removed',
  'bookmark.failed': "The bookmark couldn't be saved",
  'bookmark.waiting': 'Bookmark of a post',
  'bookmark.waitingRemoval': 'Removal of a bookmark',
  'bookmark.folder': 'Folder',
  'bookmark.folderHint': 'Leave it empty for no folder.',
  'bookmark.folders': 'Your folders',
  'bookmark.cancel': 'Cancel',
  'bookmark.save': 'Save',
  'bookmark.moveTitle': 'Move to a folder',
})
