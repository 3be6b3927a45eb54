import { createTexts } from '@meadow/web'

/** Texts of the lists of people to mention and of tags, which load on demand. */
export const t = createTexts({
  'mentions.people': 'People to mention',
  'mentions.found': {
    one: '1 person. Press the arrow keys to choose and Enter to mention.',
    other: '{count} people. Press the arrow keys to choose and Enter to mention.',
  },
  'tagList.tags': 'Tags',
  'tagList.found': {
    one: '1 tag. Press the arrow keys to choose and Enter to insert.',
    other: '{count} tags. Press the arrow keys to choose and Enter to insert.',
  },
  'tagList.postsCount': { one: '{shown} post', other: '{shown} posts' },
})
