import { createTexts } from '@meadow/web'

/** Texts of the list of people to mention, which loads on demand. */
export const t = createTexts({
  'mentions.people': 'People to mention',
  'mentions.found': {
    one: '1 person. Press the arrow keys to choose and Enter to mention.',
    other: '{count} people. Press the arrow keys to choose and Enter to mention.',
  },
})
