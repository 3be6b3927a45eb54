import { createTexts } from '@meadow/web'

export const t = createTexts({
  'update.ready': 'Update ready',
  'update.reload': 'Reload',
  'update.later': 'Later',
})
