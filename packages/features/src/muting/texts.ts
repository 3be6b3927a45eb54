import { createTexts } from '@meadow/web'

/** Texts of muted threads and tags, which load on demand. */
export const t = createTexts({
  'muting.hour': '1 hour',
  'muting.day': '1 day',
  'muting.week': '7 days',
  'muting.always': 'Until I unmute it',
  'muting.cancel': 'Cancel',
  'muting.undo': 'Undo',
  'muting.thread': 'Mute this thread',
  'muting.unmuteThread': 'Unmute this thread',
  'muting.threadTitle': 'Mute this thread for how long?',
  'muting.threadText':
    'The post stays out of your feeds, and neither it nor its comments send you notifications. Nobody is told. You can unmute it in your settings.',
  'muting.ownThreadText': "Your post and its comments won't send you notifications. Nobody is told.",
  'muting.threadMuted': 'You muted this thread',
  'muting.threadUnmuted': 'You unmuted this thread',
  'muting.tagMuted': 'You muted #{tag}',
  'muting.tagUnmuted': 'You unmuted #{tag}',
  'muting.failed': "Couldn't mute it. Please try again.",
  'muting.unmuteFailed': "Couldn't unmute it. Please try again.",
  'waiting.muteThread': 'Mute of a thread',
  'waiting.unmuteThread': 'Unmute of a thread',
  'waiting.muteTag': 'Mute of #{tag}',
  'waiting.unmuteTag': 'Unmute of #{tag}',
})
