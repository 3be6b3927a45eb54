import { createTexts } from '@meadow/web'

/** Every word of what front ends show alike. */
export const t = createTexts({
  tryAgain: 'Try Again',

  'posts.loading': 'Loading posts',
  'posts.failed': 'Failed to load posts',
  'posts.moreFailed': 'Failed to load more posts',
  'posts.caughtUp': "You're all caught up",

  'post.by': 'Post by {name}',
  'post.more': 'More',
  'post.showMore': 'Show more',
  'post.likes': { one: '{count} like', other: '{count} likes' },
  'post.comments': { one: '{count} comment', other: '{count} comments' },
  'post.like': 'Like',
  'post.comment': 'Comment',
  'post.share': 'Share',
  'post.copyLink': 'Copy link',
  'post.shareVia': 'Share via...',
  'post.unfollow': 'Unfollow @{username}',
  'post.delete': 'Delete post',
  'post.deleteText': 'Delete this post? This action cannot be undone.',
  'post.deleteConfirm': 'Delete',
  'post.deleted': 'Post deleted',
  'post.linkCopied': 'Post link copied to clipboard',
  'post.linkNotCopied': 'Copy this link',
  'post.likeFailed': 'Failed to like post',
  'post.deleteFailed': 'Failed to delete post',

  'comments.heading': 'Comments ({count})',
  'comments.label': 'Write a comment',
  'comments.placeholder': 'Write a comment...',
  'comments.send': 'Send',
  'comments.all': 'View all {count} comments',
  'comments.failed': 'Failed to add comment',
  'comments.loadFailed': 'Failed to load comments',
  'comments.none': 'No comments yet. Say the first word.',
  'comments.loading': 'Loading comments',

  'members.verified': 'Verified',
  'members.follow': 'Follow',
  'members.following': 'Following',
  'members.followName': 'Follow {name}',
  'members.followingName': 'Following {name}',
  'members.followFailed': 'An error occurred. Please try again.',
  'members.unfollowed': 'You unfollowed @{username}',
  'members.undo': 'Undo',

  'broken.title': 'Something went wrong here',
  'broken.text': 'The rest of Meadow works. You can try this part again.',
})
