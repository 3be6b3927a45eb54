import { createTexts } from '@meadow/web'

/** Texts of the search in the header of the feed. They load with it. */
export const t = createTexts({
  'feedSearch.field': 'Search posts',
  'feedSearch.clear': 'Clear the search',
})
