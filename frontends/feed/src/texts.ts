import { createTexts } from '@meadow/web'

/** Texts of the feed. The welcome and the open composer have their own. */
export const t = createTexts({
  'shortcuts.newPost': 'New post',
  'home.title': 'Home',
  'home.morning': 'Good morning, {name}',
  'home.afternoon': 'Good afternoon, {name}',
  'home.evening': 'Good evening, {name}',
  'home.friend': 'Friend',
  'home.intro': "Here's what your people are up to.",

  'welcome.loadFailed': "Your welcome couldn't load",

  'feed.label': 'Posts',
  'feed.tabs': 'Feeds',
  'feed.following': 'Following',
  'feed.everyone': 'Everyone',
  'feed.discover': 'Discover',
  'feed.allPosts': {
    one: "You see everyone's posts for now. Follow {count} more person to get a feed of your own.",
    other: "You see everyone's posts for now. Follow {count} more people to get a feed of your own.",
  },
  'feed.newPosts': { one: '{count} new post', other: '{count} new posts' },
  'feed.loadFailed': 'Failed to load posts',
  'feed.suggested': 'Suggested for you',
  'feed.suggestedIntro': "Posts by people you don't follow yet.",
  'feed.caughtUp': "You're all caught up",
  'feed.empty': 'No posts yet',
  'feed.emptyText': "It's quiet here. Write the first post.",
  'feed.write': 'Write a post',

  'post.by': 'Post by {name}',
  'post.title': 'Post',
  'post.notFound': 'Post not found',
  'post.notFoundText': 'It may have been deleted, or the link is incomplete.',
  'post.hidden': 'Your post is hidden',
  'post.hiddenText':
    'Moderators hide it until they have decided about it. If they find nothing wrong, it comes back by itself.',
  'post.goDecisions': 'What moderators decided',
  'post.failed': 'Failed to load post',
  'post.goHome': 'Go to Home',

  'lazy.loadFailed': "Can't reach Meadow. Check your connection and try again.",
  tryAgain: 'Try Again',

  'composer.write': 'Write a post',
  'composer.title': 'Create Post',
  'composer.prompt': "What's on your mind?",
  'composer.guest': 'Anonymous',
  'composer.post': 'Post',
  'composer.photo': 'Photo',
  'composer.more': 'More ways to post',
})
