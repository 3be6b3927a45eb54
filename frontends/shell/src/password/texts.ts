import { createTexts } from '@meadow/web'

/** Texts of the fields for a new password, of the sign-up, the settings and the page behind the link of a mail. */
export const t = createTexts({
  'signUp.passwordRequired': 'Password is required',
  'signUp.passwordShort': 'Password must be at least {least} characters',
  'signUp.confirmRequired': 'Please confirm your password',
  'signUp.confirmDiffers': 'Passwords do not match',
  'signUp.passwordPersonal': 'Your name, username, email or Meadow is too easy to guess',
  'signUp.passwordCommon': 'This password is on the list of common passwords',
  'signUp.checklist': 'Tips for a strong password',
  'signUp.checkLength': 'At least {least} characters',
  'signUp.checkPersonal': 'Not your name or email',
  'signUp.checkCommon': 'Not too common',
  'signUp.checkUpper': 'One uppercase letter',
  'signUp.checkLower': 'One lowercase letter',
  'signUp.checkNumber': 'One number',
  'signUp.met': 'met',
  'signUp.notMet': 'not met yet',
})
