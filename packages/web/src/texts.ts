import { createTexts } from '@meadow/contracts/create-texts'

export const t = createTexts({
  'outbox.discardFailed': "Couldn't delete this. Please try again.",
})
