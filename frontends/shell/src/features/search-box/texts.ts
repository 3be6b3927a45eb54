import { createTexts } from '@meadow/web'

/** Texts of the search box of the top bar, which loads when the page is idle. */
export const t = createTexts({
  'searchBox.field': 'Search Meadow…',
  'searchBox.shortcut': 'Search',
  'searchBox.results': 'Suggestions',
  'searchBox.searchFor': 'Search for “{text}”',
  'searchBox.recent': 'Recent: {text}',
})
