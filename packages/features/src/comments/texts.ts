import { createTexts } from '@meadow/web'

/** Texts of the comments of a post and of their form, which load on demand. */
export const t = createTexts({
  'comments.anonymous': 'Anonymous',
  tryAgain: 'Try Again',
  'comments.heading': 'Comments ({total})',
  'comments.order': 'Order of comments',
  'comments.oldestFirst': 'Oldest first',
  'comments.newestFirst': 'Newest first',
  'comments.jumpToNewest': 'Jump to newest',
  'comments.loadMore': 'Load more',
  'comments.label': 'Write a comment',
  'comments.placeholder': 'Write a comment...',
  'comments.send': 'Send',
  'comments.failed': 'Failed to add comment',
  'comments.loadFailed': 'Failed to load comments',
  'comments.onlyFollowed': 'Only people whom {name} follows can comment.',
  'comments.onlyMentioned': 'Only people whom {name} mentions can comment.',
  'comments.none': 'No comments yet. Be the first to comment.',
  'comments.loading': 'Loading comments',
})
