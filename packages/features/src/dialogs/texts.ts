import { createTexts } from '@meadow/web'

/** Texts of dialogs that failed to load. The shell shows them, too, without the other texts of the features. */
export const t = createTexts({
  'dialog.loadFailed': "Can't reach Meadow",
  'dialog.loadFailedText': 'Check your connection and try again.',
})
