import { createTexts } from '@meadow/web'

/** Texts about what waits to be sent. */
export const t = createTexts({
  'waiting.title': 'Waiting to be sent',
  'waiting.none': 'Nothing is waiting.',
  'waiting.refused': 'Not sent. {why}',
  'waiting.soon': 'Will be sent as soon as possible',
  'waiting.retry': 'Retry',
  'waiting.discard': 'Delete',
  'waiting.unsentMessages': { one: '{count} message has not been sent', other: '{count} messages have not been sent' },
  'waiting.unsent': { one: '{count} change has not been sent', other: '{count} changes have not been sent' },
  'waiting.logOutText': { one: 'Log out and delete it?', other: 'Log out and delete them?' },
  'waiting.logOut': 'Log out and delete',
})
