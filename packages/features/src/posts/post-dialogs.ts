// The dialogs of posts are one file: each file that loads on demand costs bytes of the first load, which lists it.
export { BookmarkFolderDialog } from '../bookmarks/bookmark-folder-dialog.tsx'
export { CommentCountDialog } from '../counts/comment-count-dialog.tsx'
export { PostMembersDialog } from '../post-members/post-members-dialog.tsx'
export { PostViewsDialog } from '../views/post-views-dialog.tsx'
export { EditPostDialog } from './edit-post-dialog.tsx'
export { PostHistoryDialog } from './post-history-dialog.tsx'
