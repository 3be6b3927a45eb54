import { createTexts } from '@meadow/web'

export const t = createTexts({
  'session.pageOnly':
    'This browser does not let Meadow store data. You will be signed out when you close or reload this page.',
  'session.read': 'Got it',
})
