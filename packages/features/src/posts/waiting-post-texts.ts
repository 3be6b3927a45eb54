import { createTexts } from '@meadow/web'

/** Texts of a post that waits, which loads on demand. */
export const t = createTexts({
  'waiting.edit': 'Edit',
  'waiting.post': 'Your post, not published yet',
  'waiting.comment': 'Comment',
  'waiting.video': 'Your video, not published yet',
})
