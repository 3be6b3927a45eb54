import { createTexts } from '@meadow/web'

/** Texts around the legal notices. */
export const t = createTexts({
  'legal.updated': 'Last changed on {date}',
})
