import { createTexts } from '@meadow/web'

export const t = createTexts({
  'manual.title': 'Install Meadow on iPhone',
  'manual.share': 'Tap Share in Safari.',
  'manual.addToHomeScreen': 'Choose Add to Home Screen.',
  'manual.add': 'Tap Add.',
  'manual.close': 'Close',
})
