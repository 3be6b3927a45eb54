import { createTexts } from '@meadow/web'

/** Labels of the interests. */
export const t = createTexts({
  'interests.gardening': 'Gardening',
  'interests.trails': 'Trails',
  'interests.birds': 'Birds',
  'interests.animals': 'Animals',
  'interests.bread': 'Bread',
  'interests.cooking': 'Cooking',
  'interests.music': 'Music',
  'interests.choirs': 'Choirs',
  'interests.cycling': 'Cycling',
  'interests.maps': 'Maps',
  'interests.photography': 'Photography',
  'interests.books': 'Books',
  'interests.film': 'Film',
  'interests.crafts': 'Crafts',
  'interests.small_software': 'Small software',
  'interests.night_sky': 'Night sky',
})
