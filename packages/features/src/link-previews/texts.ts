import { createTexts } from '@meadow/web'

/** Texts of the cards of links, which load on demand. */
export const t = createTexts({
  'linkPreview.unavailable': 'This post is not available',
  'linkPreview.notLoaded': "This post couldn't be loaded",
  'linkPreview.muted': 'Hidden by your mutes.',
  'linkPreview.showMuted': 'Show the post by {name}',
  'linkPreview.show': 'Show',
  'linkPreview.remove': 'Remove link preview',
  'linkPreview.showAgain': 'Show link preview',
  'linkPreview.removed': 'Link preview removed',
  'linkPreview.undo': 'Undo',
  'linkPreview.waiting': 'Link preview of a post',
  'linkPreview.removalWaiting': 'Removal of a link preview',
  'linkPreview.failed': "The link preview couldn't be changed",
})
