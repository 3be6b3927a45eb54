import { createTexts } from '@meadow/web'

/** Texts of shares, which load on demand. */
export const t = createTexts({
  'share.menu': 'Share',
  'share.now': 'Share now',
  'share.undo': 'Undo share',
  'share.quote': 'Share with a comment',
  'share.copyLink': 'Copy link',
  'share.copyEmbed': 'Copy embed code',
  'share.embedCopied': 'Embed code copied to clipboard',
  'share.embedNotCopied': 'Copy this code',
  'share.embedTitle': 'Post by {name}',
  'share.notPublic': "This post can't be embedded",
  'share.notPublicText': 'Other sites can show only posts that everyone can see without an account.',
  'share.via': 'Share via...',
  'share.shared': 'Shared with your followers',
  'share.sharedLater': 'Your followers will see it when you are online again',
  'share.undone': 'No longer shared',
  'share.failed': "The post couldn't be shared",
  'share.gone': 'This post is no longer available, so it could not be shared.',
  'share.waiting': 'Share of a post',
  'share.waitingUndo': 'End of a share',
  'share.waitingQuote': 'Share with a comment: {text}',
  'share.by': '{name} shared',
  'share.byYou': 'You shared',
  'share.quoted': 'Shared post by {name}',
  'share.unavailable': 'This post is not available',
})
