import { createTexts } from '@meadow/web'

/** Texts of the list of shortcuts, which loads on demand. */
export const t = createTexts({
  'shortcuts.title': 'Keyboard shortcuts',
  'shortcuts.page': 'On this page',
  'shortcuts.app': 'Everywhere',
  'shortcuts.then': 'then',
})
