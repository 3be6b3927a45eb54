import { createTexts } from '@meadow/web'

/** Texts of the sign-in page. They load with it. */
export const t = createTexts({
  'signIn.page': 'Sign in',
  'signIn.slogan': 'A quieter place for the people you care about.',
  'signIn.title': 'Welcome back',
  'signIn.intro': 'Sign in to see what your friends are up to.',
  'signIn.sessionExpired': 'Your session has ended. Please sign in again.',
  'signIn.email': 'Email or Username',
  'signIn.emailRequired': 'Email or username is required',
  'signIn.password': 'Password',
  'signIn.passwordRequired': 'Password is required',
  'signIn.remember': 'Remember me',
  'signIn.forgot': 'Forgot password?',
  'signIn.submit': 'Sign in',
  'signIn.busy': 'Signing in...',
  'signIn.newHere': 'New here?',
  'signIn.signUp': 'Sign up',
  'signIn.demo': 'Or look around as',
  'signIn.demoHint': 'Demo accounts. They exist on this computer only.',
  'signIn.demoAs': 'Sign in as {name}',
  'signIn.failedTitle': 'Login Failed',
  'signIn.failed': 'Login failed',
  'signIn.doneTitle': 'Login Successful!',
  'signIn.done': 'Welcome back, {name}!',
  'legal.terms': 'Terms',
  'legal.privacy': 'Privacy',
})
