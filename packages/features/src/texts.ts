import { createTexts } from '@meadow/web'

/** Texts of the features that the first page shows. Those that load on demand have texts of their own. */
export const t = createTexts({
  tryAgain: 'Try Again',
  back: 'Back',
  'errors.retry': 'Please try again in a moment.',

  'lists.moreOnline': "There's more when you're online",

  'posts.loading': 'Loading posts',
  'posts.failed': 'Failed to load posts',
  'posts.moreFailed': 'Failed to load more posts',

  'post.by': 'Post by {name}',
  'refresh.refreshing': 'Refreshing',
  'refresh.done': 'Up to date',
  'refresh.failed': 'Failed to refresh',
  'shortcuts.nextPost': 'Next post',
  'shortcuts.previousPost': 'Previous post',
  'shortcuts.like': 'Like the post',
  'shortcuts.comment': 'Comment on the post',
  'post.more': 'More',
  'comment.options': 'Options',
  'post.showMore': 'Show more',
  'post.likes': { one: '{shown} like', other: '{shown} likes' },
  'post.comments': { one: '{shown} comment', other: '{shown} comments' },
  'post.shares': { one: '{shown} share', other: '{shown} shares' },
  'post.like': 'Like',
  'post.commentsRestricted': 'Only some can comment',
  'post.comment': 'Comment',
  'post.share': 'Share',
  'post.openPicture': 'Open picture',
  'post.openPictureOf': 'Open picture: {alt}',
  'post.openPictureAt': 'Open picture {position} of {total}',
  'post.linkCopied': 'Post link copied to clipboard',
  'post.linkNotCopied': 'Copy this link',
  'post.likeFailed': 'Failed to like post',
  'post.deleteFailed': 'Failed to delete post',

  'comments.formFailed': "The comment field couldn't load",
  'comments.postGone': 'This post was deleted, so your comment could not be added.',

  'members.verified': 'Verified',
  'members.follow': 'Follow',
  'members.following': 'Following',
  'members.followName': 'Follow {name}',
  'members.followingName': 'Following {name}',
  'members.requested': 'Requested',
  'members.requestedName': 'Withdraw the request to follow {name}',
  'members.withdraw': 'Withdraw',
  'members.followFailed': 'An error occurred. Please try again.',
  'members.unfollowed': 'You unfollowed @{username}',
  'members.unfollow': 'Unfollow',
  'members.undo': 'Undo',

  'sidebar.whoToFollow': 'Who to Follow',

  'sendTray.dropHere': 'Drop pictures here',

  'waiting.posts': 'Your posts that are not published yet',
  'waiting.comments': 'Your comments that are not sent yet',
  'waiting.like': 'Like of a post',
  'waiting.unlike': 'Removed like of a post',
  'waiting.follow': 'Follow of @{username}',
  'waiting.unfollow': 'Unfollow of @{username}',
  'waiting.comment': 'Comment: {text}',
  'waiting.publish': 'Post: {text}',
  'waiting.publishPictures': 'Post with pictures',
  'waiting.deletePost': 'Deletion of your post',

  'errors.boundary.title': 'Something went wrong here',
  'errors.boundary.text': 'The rest of Meadow still works. Please try again.',
})
