import { createTexts } from '@meadow/web'

/** Texts of the menu of a post, which loads on demand. */
export const t = createTexts({
  'post.copyLink': 'Copy link',
  'post.shareVia': 'Share via...',
  'post.unfollow': 'Unfollow @{username}',
  'post.edit': 'Edit post',
  'post.delete': 'Delete post',
  'post.deleteText': 'Delete this post? This action cannot be undone.',
  'post.deleteConfirm': 'Delete',
  'post.deleted': 'Post deleted',
  'post.undoDelete': 'Undo',
  'post.deletedAlready': 'Too late: the post is deleted',
  'post.deletedLater': 'Your post will be deleted when you are online again',
  'post.more': 'More',
})
