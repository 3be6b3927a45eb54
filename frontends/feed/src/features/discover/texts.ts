import { createTexts } from '@meadow/web'

/** Texts of Discover, which loads on demand. */
export const t = createTexts({
  'discover.title': 'Discover',
  'discover.intro': "Posts by people you don't follow yet. Your Home stays as it is, newest first.",
  'discover.empty': 'Nothing to discover right now',
  'discover.emptyText': "Posts by people you don't follow yet will show up here.",
  'discover.end': "That's all for now",
  'discover.renew': 'Show new suggestions',

  'reason.label': 'Why this post?',
  'reason.likedByFollowed': 'Because {name}, whom you follow, liked it',
  'reason.followedTag': 'You follow #{tag}',
  'reason.popularTag': 'Popular in #{tag}',
  'reason.likedBySimilar': 'Liked by people who like what you like',
  'reason.popular': 'Popular on Meadow',
  'reason.new': 'New on Meadow',

  'less.label': 'Show less like this',
  'less.author': 'No more from {name}',
  'less.tag': 'No more about #{tag}',
  'less.authorDone': "Discover won't suggest {name}",
  'less.tagDone': "Discover won't suggest #{tag}",
  'less.undo': 'Undo',
  'less.failed': "Your choice for Discover couldn't be saved",
  'less.list': "What Discover doesn't suggest",
  'less.remove': 'Suggest {name} again',
  'waiting.exclude': 'Show less in Discover',
  'waiting.include': 'Suggest again in Discover',
})
