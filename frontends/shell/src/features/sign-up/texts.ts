import { createTexts } from '@meadow/web'

/** Texts of the sign-up page. They load with it. */
export const t = createTexts({
  'signUp.page': 'Sign up',
  'signUp.slogan': 'Plant something small. Come back tomorrow.',
  'signUp.title': 'Create your account',
  'signUp.loading': 'Loading...',
  'signUp.closed': 'This Meadow takes no new members at the moment. If you have an account, you can sign in.',
  'signUp.inviteRequired':
    'You need an invite to join this Meadow. Ask the people who run it for a link, and open it in this browser.',
  'signUp.inviteInvalid': 'This invite has expired, was used up or was taken back. Please ask for a new one.',
  'signUp.adminOnly':
    'This Meadow waits for its first admin, who signs up with the address that its configuration names. Nobody else can sign up yet.',
  'signUp.invited': 'You are invited. Create your account to join.',
  'signUp.password': 'Password',
  'signUp.confirm': 'Confirm password',
  'signUp.submit': 'Create account',
  'signUp.busy': 'Creating account...',
  'signUp.alreadyHere': 'Already here?',
  'signUp.signIn': 'Sign in',
  'signUp.failed': 'Registration failed',
  'signUp.failedTitle': 'Registration Failed',
  'signUp.doneTitle': 'Account Created!',
  'signUp.done': 'Welcome to Meadow, {name}!',
})
