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
  'member.mute': 'Mute @{username}',
  'member.muteTitle': 'Mute @{username} for how long?',
  'member.muteText':
    "You won't see their posts in your feeds or their comments, and they won't send you notifications. Their messages still arrive, silently. They aren't told.",
  'member.muteAlways': 'Until I unmute them',
  'member.muted': 'You muted @{username}',
  'member.unmute': 'Unmute @{username}',
  'member.unmuted': 'You unmuted @{username}',
  'member.muteFailed': "Couldn't mute @{username}. Please try again.",
  'member.unmuteFailed': "Couldn't unmute @{username}. Please try again.",
  'member.privacy': 'Privacy with @{username}',
  'member.privacyText':
    "These choices replace your privacy settings for this person only. What you hide from them, you don't see of them either. They aren't told.",
  'member.showOnline': 'When I am online',
  'member.showLastSeen': 'When I was last active',
  'member.showTyping': 'When I am typing',
  'member.sendReadMarks': 'What I have read',
  'member.asInSettings': 'As in my settings',
  'member.alwaysShown': 'Always show',
  'member.neverShown': 'Never show',
  'member.savePrivacy': 'Save',
  'member.privacySaved': 'Your privacy with @{username} is saved',
  'member.privacyFailed': "Couldn't save your privacy with @{username}. Please try again.",
  'member.privacyUnknown': "Couldn't load your choices. Please close this and try again.",
  'waiting.privacy': 'Privacy with @{username}',
  'waiting.mute': 'Mute of @{username}',
  'waiting.unmute': 'Unmute of @{username}',
  'waiting.block': 'Block of @{username}',
  'waiting.unblock': 'Unblock of @{username}',
})
