import { createTexts } from '@meadow/web'

/** Texts of the open composer and of the menu beside it. They load with these. */
export const t = createTexts({
  tryAgain: 'Try Again',
  'composer.title': 'Create Post',
  'composer.prompt': "What's on your mind?",
  'composer.public': 'Public',
  'composer.post': 'Post',
  'composer.posting': 'Posting...',
  'composer.addPictures': 'Add pictures',
  'composer.discard': 'Discard',
  'composer.discardTitle': 'Discard this post?',
  'composer.discardText': "You'll lose its text and pictures.",
  'composer.failed': 'Failed to create post',
  'composer.uploadFailed': 'Image upload failed',
  'composer.held': { one: 'Posting in {count} second', other: 'Posting in {count} seconds' },
  'composer.undo': 'Undo',
  'composer.tooLate': 'Your post was published already.',

  'composer.more': 'More ways to post',
  'composer.video': 'Video',
  'composer.story': 'Story',
  'composer.live': 'Live',
  'composer.event': 'Event',
  'composer.group': 'Group',
  'composer.notAvailable': 'Not available yet',
})
