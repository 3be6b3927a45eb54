import { createTexts } from '@meadow/web'

export const t = createTexts({
  'signUp.passwordRequired': 'Password is required',
  'signUp.passwordShort': 'Password must be at least {least} characters',
  'signUp.confirmRequired': 'Please confirm your password',
  'signUp.confirmDiffers': 'Passwords do not match',
})
