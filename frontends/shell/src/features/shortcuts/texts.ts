import { createTexts } from '@meadow/web'

/** Texts of the list of shortcuts, which loads on demand. */
export const t = createTexts({
  'shortcuts.show': 'Show this list',
  'shortcuts.close': 'Close what is open',
  'shortcuts.home': 'Go to Home',
  'shortcuts.alerts': 'Go to Alerts',
  'shortcuts.inbox': 'Go to Inbox',
  'shortcuts.newPost': 'New post',
  'shortcuts.title': 'Keyboard shortcuts',
  'shortcuts.page': 'On this page',
  'shortcuts.app': 'Everywhere',
  'shortcuts.then': 'then',
})
