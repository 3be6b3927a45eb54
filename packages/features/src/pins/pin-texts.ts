import { createTexts } from '@meadow/web'

/** Texts of pinned posts, which load on demand. */
export const t = createTexts({
  'pin.pinned': 'Pinned',
  'pin.add': 'Pin to your profile',
  'pin.remove': 'Unpin from your profile',
  'pin.added': 'Pinned to your profile',
  'pin.removed': 'Unpinned from your profile',
  'pin.addedLater': 'The post will be pinned when you are online again',
  'pin.removedLater': 'The post will be unpinned when you are online again',
  'pin.failed': "The pinned post couldn't be changed",
  'pin.waiting': 'Pin a post to your profile',
  'pin.waitingRemoval': 'Unpin a post from your profile',
})
