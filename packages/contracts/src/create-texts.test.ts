import { describe, expect, it } from '@jest/globals'
import { createTexts, type Translation } from './create-texts.ts'

const CATALOGUE = {
  plain: 'Sign in',
  greeting: 'Good morning, {name}',
  likedBy: 'Liked by {names}',
  likes: { one: '{count} like', other: '{count} likes' },
  followers: { one: '{shown} follower', other: '{shown} followers' },
} as const
const t = createTexts(CATALOGUE)

it('returns a plain text', () => expect(t('plain')).toBe('Sign in'))

it('replaces placeholders', () => expect(t('greeting', { name: 'Ann {x}' })).toBe('Good morning, Ann {x}'))

it('selects the plural form by `count`', () => {
  expect([0, 1, 2].map((count) => t('likes', { count }))).toEqual(['0 likes', '1 like', '2 likes'])
})

it('can show a count in another form than the number that selects the plural', () => {
  expect(t('followers', { count: 1_200, shown: '1.2K' })).toBe('1.2K followers')
})

it('formats numbers without separators, and lists', () => {
  expect(t('likes', { count: 12_345 })).toBe('12345 likes')
  expect(t('likedBy', { names: ['Ann', 'Ben', 'Cleo'] })).toBe('Liked by Ann, Ben, and Cleo')
})

it('demands a number for a plural and a value for each placeholder', () => {
  const refused = [
    // @ts-expect-error the plural of '1.2K' is unknown
    () => t('likes', { count: '1.2K' }),
    // @ts-expect-error there is no count
    () => t('followers', { shown: '1.2K' }),
    // @ts-expect-error there is no name
    () => t('greeting'),
    // @ts-expect-error there is no such text
    () => t('missing'),
  ]
  expect(refused).toHaveLength(4)
})

describe('with a translation', () => {
  const german: Translation = {
    language: 'de',
    texts: { plain: 'Anmelden', likedBy: 'Gefällt {names}', likes_one: '{count} Mal' },
  }

  it('takes its texts, its lists, and English where it has none', () => {
    const translated = createTexts(CATALOGUE, german)
    expect(translated('plain')).toBe('Anmelden')
    expect(translated('likedBy', { names: ['Ann', 'Ben', 'Cleo'] })).toBe('Gefällt Ann, Ben und Cleo')
    expect([1, 2].map((count) => translated('likes', { count }))).toEqual(['1 Mal', '2 likes'])
    expect(translated('greeting', { name: 'Ann' })).toBe('Good morning, Ann')
  })

  it('selects the six forms of Arabic', () => {
    const forms = ['zero', 'one', 'two', 'few', 'many', 'other']
    const texts = Object.fromEntries(forms.map((form) => [`likes_${form}`, form]))
    const translated = createTexts(CATALOGUE, { language: 'ar', texts })
    expect([0, 1, 2, 3, 11, 100].map((count) => translated('likes', { count }))).toEqual(forms)
  })
})
