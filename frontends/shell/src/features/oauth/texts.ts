import { createTexts } from '@meadow/web'

/** Texts of sign-ins through a provider. They load with the page behind the provider. */
export const t = createTexts({
  'oauth.page': 'Sign in',
  'oauth.slogan': 'A quieter place for the people you care about.',
  'oauth.finishing': 'Finishing sign-in…',
  'oauth.wait': 'Please wait',
  'oauth.failedTitle': 'That did not work',
  'oauth.failed': 'OAuth sign-in failed',
  'oauth.noAccount': 'You have no account here yet',
  'oauth.missing': 'Missing token in callback',
  'oauth.doneTitle': 'Login Successful!',
  'oauth.done': 'Welcome back, {name}!',
  'oauth.connectedTitle': '{provider} is connected',
  'oauth.connected': 'You can sign in with it from now on.',
  'oauth.newTitle': 'One last step',
  'oauth.newIntro': 'Choose how people find you on Meadow. You sign in with {provider}, without a password.',
  'oauth.emailAsked': '{provider} gave us no address that it has verified.',
  'oauth.required': 'This field is required',
  'oauth.create': 'Create account',
  'oauth.creating': 'Creating account...',
  'oauth.registerFailed': 'Registration failed',
  'oauth.createdTitle': 'Account Created!',
  'oauth.created': 'Welcome to Meadow, {name}!',
  'oauth.linkTitle': 'You already have an account',
  'oauth.linkIntro':
    'An account with the address {email} exists. Enter its password once, and you can sign in with {provider} from now on.',
  'oauth.linkWithoutPassword':
    'An account with the address {email} exists, and it has no password. Sign in the way you did before and connect {provider} in the settings, or set a password first.',
  'oauth.password': 'Password',
  'oauth.link': 'Sign in and connect',
  'oauth.linking': 'Signing in...',
  'oauth.loginFailed': 'Login failed',
  'oauth.forgot': 'Forgot password?',
  'oauth.setPassword': 'Set a password',
  'oauth.back': 'Back to sign in',
})
