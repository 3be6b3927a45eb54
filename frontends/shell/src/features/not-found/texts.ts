import { createTexts } from '@meadow/web'

/** Texts of the page for unknown paths. They load with it. */
export const t = createTexts({
  'notFound.page': 'Page not found',
  'notFound.title': "There's nothing here",
  'notFound.text': 'The page has moved, or it never grew in this meadow.',
  'notFound.home': 'Go to Home',
  'notFound.signIn': 'Go to sign in',
})
