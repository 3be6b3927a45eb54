import { createTexts } from '@meadow/web'

/** Texts of views of posts, which load on demand. */
export const t = createTexts({
  'views.count': { one: '{shown} view', other: '{shown} views' },
  'views.title': 'Views',
  'views.none': 'Nobody has seen this post yet.',
  'views.since': { one: '{shown} view, on {first}.', other: '{shown} views since {first}, the latest on {last}.' },
  'views.rule': 'A view is a member who had at least half of the post on their screen for a second, once a day.',
  'views.privacy': 'Only the number is kept. Meadow deletes the list of who saw what after the next day.',
  'views.check': 'Counted live. Without that list, the number cannot be checked later.',
  'views.hide': 'Hide the number from others',
  'views.waiting': 'Hide the views of a post',
  'views.waitingRemoval': 'Show the views of a post',
  'views.failed': "The views couldn't be changed",
})
