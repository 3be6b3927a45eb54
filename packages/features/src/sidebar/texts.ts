import { createTexts } from '@meadow/web'

/** Texts of the side columns, which load after the page. */
export const t = createTexts({
  'sidebar.pro': 'Pro Member',
  'sidebar.following': 'Following',
  'sidebar.followers': { one: 'Follower', other: 'Followers' },
  'sidebar.posts': { one: 'Post', other: 'Posts' },
  'sidebar.edit': 'Edit Profile',
  'sidebar.bookmarks': 'Bookmarks',
  'sidebar.quickActions': 'Quick Actions',
  'sidebar.story': 'Story',
  'sidebar.noStories': 'No stories yet',
  'sidebar.live': 'Live',
  'sidebar.event': 'Event',
  'sidebar.group': 'Group',
  'sidebar.notAvailable': 'Not available yet',
  'sidebar.followedBy': 'Followed by {name}',
  'sidebar.followedByMore': {
    one: 'Followed by {name} and {count} other',
    other: 'Followed by {name} and {count} others',
  },
  'sidebar.followsYou': 'Follows you',
  'sidebar.followerCount': { one: '{shown} follower', other: '{shown} followers' },
  'sidebar.newMember': 'New here',
  'sidebar.dismiss': "Don't suggest {name}",
  'sidebar.dismissed': "You won't see {name} here again.",
  'sidebar.undo': 'Undo',
  'sidebar.dismissFailed': "Couldn't remove the suggestion. Please try again.",
  'sidebar.alsoLikes': 'Also likes {interest}',
  'sidebar.alsoLikesMore': {
    one: 'Also likes {interest} and {count} more',
    other: 'Also likes {interest} and {count} more',
  },
})
