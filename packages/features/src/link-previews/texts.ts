import { createTexts } from '@meadow/web'

/** Texts of the cards of links, which load on demand. */
export const t = createTexts({
  'linkPreview.unavailable': 'This post is not available',
  'linkPreview.muted': 'Hidden by your mutes.',
  'linkPreview.showMuted': 'Show the post by {name}',
  'linkPreview.show': 'Show',
})
