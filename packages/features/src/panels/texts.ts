import { createTexts } from '@meadow/web'

/** Texts of the panels beside a page, which load after it. */
export const t = createTexts({
  'panels.live': 'Live Events',
  'panels.liveEmpty': 'Posts that many people are answering right now appear here.',
  'panels.liveComments': { one: '{shown} comment in the last hour', other: '{shown} comments in the last hour' },
  'panels.insights': 'AI Insights',
  'panels.insightsRules': 'Computed by simple rules from your newest posts. No AI reads them.',
  'panels.waiting': 'Comments waiting for you',
  'panels.likes': 'Likes on posts of the last 7 days',
  'panels.likesBefore': '{before} the week before',
  'panels.bestHour': 'Best time to post',
  'panels.bestHourUnknown': 'After a few more posts',
  'panels.activity': 'Recent Activity',
  'panels.activityEmpty': 'Your posts, comments and likes appear here.',
  'panels.posted': 'You posted',
  'panels.commented': 'You commented on a post by {name}',
  'panels.liked': 'You liked a post by {name}',
  'panels.pictures': 'Pictures',
  'panels.stories': 'Stories',
  'panels.storiesEmpty': 'No stories yet',
  'panels.more': 'More',
  'panels.fewer': 'Fewer',
  'panels.failed': "Couldn't load this. Please try again.",
  'panels.tryAgain': 'Try Again',
})
