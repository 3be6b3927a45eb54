import { createTexts } from '@meadow/web'

/** Texts of the toasts for new messages. They load when the page is idle. */
export const t = createTexts({
  'messages.new': '{name} sent you a message',
  'messages.open': 'Open',
})
