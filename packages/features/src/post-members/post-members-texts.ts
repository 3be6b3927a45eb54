import { createTexts } from '@meadow/web'

/** Texts of the lists of members who did something with a post, which load on demand. */
export const t = createTexts({
  'postMembers.likes': 'Liked by',
  'postMembers.shares': 'Shared by',
  'postMembers.loading': 'Loading people',
  'postMembers.failed': "The list couldn't load",
  'postMembers.moreFailed': "More people couldn't load",
  'postMembers.none': 'Nobody to show',
  'postMembers.more': { one: 'And {shown} more whom you cannot see.', other: 'And {shown} more whom you cannot see.' },
  'postMembers.others': 'People whom you cannot see are counted, too.',
})
