import { createTexts } from '@meadow/web'

/** Texts of the field for a username, of the sign-up and the settings. */
export const t = createTexts({
  'username.required': 'Username is required',
  'username.short': 'Username must be at least {least} characters',
  'username.long': 'Username can have at most {most} characters',
  'username.invalid': 'Use letters, digits, single dots and underscores; begin and end with a letter or digit',
})
