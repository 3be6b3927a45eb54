import { createTexts } from '@meadow/web'

/** Texts of the sign-up page. They load with it. */
export const t = createTexts({
  'signUp.page': 'Sign up',
  'signUp.slogan': 'Plant something small. Come back tomorrow.',
  'signUp.title': 'Create your account',
  'signUp.username': 'Username',
  'signUp.fullName': 'Full name',
  'signUp.fullNameRequired': 'Full name is required',
  'signUp.email': 'Email address',
  'signUp.password': 'Password',
  'signUp.confirm': 'Confirm password',
  'signUp.agree': 'I agree to the',
  'signUp.and': 'and the',
  'signUp.notice': 'notice',
  'signUp.agreeRequired': 'Please agree to the terms and the privacy notice',
  'signUp.submit': 'Create account',
  'signUp.busy': 'Creating account...',
  'signUp.alreadyHere': 'Already here?',
  'signUp.signIn': 'Sign in',
  'signUp.failed': 'Registration failed',
  'signUp.failedTitle': 'Registration Failed',
  'signUp.doneTitle': 'Account Created!',
  'signUp.done': 'Welcome to Meadow, {name}!',
  'legal.terms': 'Terms',
  'legal.privacy': 'Privacy',
})
