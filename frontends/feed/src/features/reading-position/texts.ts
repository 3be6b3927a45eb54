import { createTexts } from '@meadow/web'

/** Texts of the position in the feed where the member left off. They load on demand. */
export const t = createTexts({
  'leftOff.here': 'You left off here',
  'leftOff.go': 'Go to where you left off',
})
