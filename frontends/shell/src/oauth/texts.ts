import { createTexts } from '@meadow/web'

/** Texts of the links to providers. They load with the pages that have them. */
export const t = createTexts({
  'oauth.or': 'Or continue with',
  'oauth.with': 'Continue with {provider}',
  'oauth.google': 'Google',
  'oauth.github': 'GitHub',
  'oauth.demo': 'Demo provider (this machine only)',
})
