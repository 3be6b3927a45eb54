import { createTexts } from '@meadow/web'

/** Texts of a sign-in by a passkey. They load with the pages that have its button. */
export const t = createTexts({
  'passkey.signIn': 'Sign in with a passkey',
  'passkey.secondFactor': 'Use a passkey',
  'passkey.notUsed': 'No passkey was used. Try again, or sign in in another way.',
  'passkey.failedTitle': 'Login Failed',
  'passkey.doneTitle': 'Login Successful!',
  'passkey.done': 'Welcome back, {name}!',
})
