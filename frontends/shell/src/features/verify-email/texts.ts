import { createTexts } from '@meadow/web'

/** Texts of the page behind the link that proves an e-mail address. */
export const t = createTexts({
  'verify.page': 'Confirm your email address',
  'verify.slogan': 'Good to know it is you.',
  'verify.title': 'Confirm your email address',
  'verify.intro': 'Press the button to confirm that the mail with this link came to you.',
  'verify.submit': 'Confirm email address',
  'verify.busy': 'Confirming...',
  'verify.failed': "Couldn't confirm your address",
  'verify.doneTitle': 'Your email address is confirmed',
  'verify.done': 'Thank you. From now on we can help you if you forget your password.',
  'verify.before': 'You have done this before. There is nothing left to do.',
  'verify.continue': 'Continue to Meadow',
  'verify.invalidTitle': "This link doesn't work",
  'verify.invalid': 'It has expired, was already used, is incomplete, or belongs to another account.',
  'verify.newLink': 'Sign in to get a new link',
})
