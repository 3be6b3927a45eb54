import { createTexts } from '@meadow/web'

export const t = createTexts({
  'install.button': 'Install app',
  'install.started': 'Installing',
  'install.startedText': 'Meadow is being added to your device.',
  'install.canceled': 'Install canceled',
  'install.canceledText': 'You can install Meadow anytime from this button.',
  'manual.title': 'Install Meadow on iPhone',
  'manual.close': 'Close',
})
