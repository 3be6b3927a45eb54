import { createTexts } from '@meadow/web'

export const t = createTexts({
  'manual.title': 'Install Meadow on iPhone',
  'manual.close': 'Close',
})
