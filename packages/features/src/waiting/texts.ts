import { createTexts } from '@meadow/web'

/** Texts of what waits to be sent, which loads on demand. */
export const t = createTexts({
  'waiting.state': 'Waiting for a connection',
  'waiting.sending': 'Posting…',
  'waiting.undo': 'Undo',
  'waiting.cancel': 'Cancel',
  'waiting.retry': 'Retry',
  'waiting.discard': 'Discard',
  'waiting.blocked': "You are offline, and this browser can't keep what you write. Connect to send it.",
})
