import { createTexts } from '@meadow/web'

/** Texts of the menu with more ways to post, which loads on demand. */
export const t = createTexts({
  'composer.more': 'More ways to post',
  'composer.video': 'Video',
  'composer.story': 'Story',
  'composer.live': 'Live',
  'composer.event': 'Event',
  'composer.group': 'Group',
  'composer.notAvailable': 'Not available yet',
})
