import { createTexts } from '@meadow/web'

/** The steps that install the app on iPhones and iPads. */
export const t = createTexts({
  'installSteps.share': 'Tap Share in Safari.',
  'installSteps.addToHomeScreen': 'Choose Add to Home Screen.',
  'installSteps.add': 'Tap Add.',
})
