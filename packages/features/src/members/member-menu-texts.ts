import { createTexts } from '@meadow/web'

/** Texts of the menu of a member. They load with it. */
export const t = createTexts({
  'member.block': 'Block @{username}',
  'member.blockTitle': 'Block @{username}?',
  'member.blockText':
    "You won't see each other's posts, comments and profile, and you can't message each other. You stop following each other. They aren't told. You can unblock them in your settings.",
  'member.blockConfirm': 'Block',
  'member.blocked': 'You blocked @{username}',
  'member.undo': 'Undo',
  'member.blockFailed': "Couldn't block @{username}. Please try again.",
  'member.unblockFailed': "Couldn't unblock @{username}. Please try again.",
  'waiting.block': 'Block of @{username}',
  'waiting.unblock': 'Unblock of @{username}',
})
