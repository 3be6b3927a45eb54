import { createTexts } from '@meadow/web'

/** Texts that explain the counts of posts, which load on demand. */
export const t = createTexts({
  'counts.first': 'The first is from {day}.',
  'counts.live': 'Counted live.',
  'counts.unchecked': 'Not checked yet.',
  'counts.checkedNow': 'Last checked just now.',
  'counts.checked': 'Last checked {time}.',
  'counts.comments': { one: '{shown} comment or reply', other: '{shown} comments and replies' },
  'counts.commentsTitle': 'Comments',
  'counts.commentsRule': 'Comments of people whom you cannot see are counted, too. Hidden and deleted ones are not.',
  'counts.check':
    'From time to time Meadow counts again what belongs to each post, and corrects a number that is wrong.',
})
