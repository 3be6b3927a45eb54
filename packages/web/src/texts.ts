import { createTexts } from './texts/texts.ts'

export const t = createTexts({
  'outbox.discardFailed': "Couldn't delete this. Please try again.",
})
