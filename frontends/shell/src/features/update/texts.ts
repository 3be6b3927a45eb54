import { createTexts } from '@meadow/web'

export const t = createTexts({
  'update.ready': 'Update ready',
  'update.reload': 'Reload',
  'update.later': 'Later',
  'update.offlineReady': 'Meadow works offline now',
  'update.offlineReadyText': 'You can open it without a connection.',
})
