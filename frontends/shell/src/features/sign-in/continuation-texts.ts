import { createTexts } from '@meadow/web'

/** Texts of the pages of a sign-in after its first step. They load with them. */
export const t = createTexts({
  'signIn.submit': 'Sign in',
  'signIn.busy': 'Signing in...',
  'signIn.failedTitle': 'Login Failed',
  'signIn.doneTitle': 'Login Successful!',
  'signIn.done': 'Welcome back, {name}!',
  'restore.slogan': 'Your place is still here.',
  'restore.title': 'Your account is deactivated',
  'restore.text': "Nobody can see you or what you've posted. Restore your account to use it again.",
  'restore.deletionTitle': 'Your account will be deleted on {date}',
  'restore.deletionText':
    "Until then nobody can see you or what you've posted. Restore your account to keep it, with everything in it.",
  'restore.submit': 'Restore my account',
  'restore.busy': 'Restoring...',
  'restore.failed': "Couldn't restore your account",
  'restore.leave': 'Back to sign in',
  'restore.doneTitle': 'Your account is back',
  'factor.slogan': 'One more step, and only you can take it.',
  'factor.title': 'Enter your code',
  'factor.intro': 'Your account asks for a second factor.',
  'factor.code': 'Code',
  'factor.hint': 'The six digits that your authenticator app shows, or one of your recovery codes.',
  'factor.codeRequired': 'The code is required',
  'factor.failed': 'Login failed',
})
