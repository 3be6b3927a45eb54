import { expect, it } from '@jest/globals'
import { createTexts } from './texts.ts'

const t = createTexts({
  plain: 'Sign in',
  greeting: 'Good morning, {name}',
  likes: { one: '{count} like', other: '{count} likes' },
})

it('returns a plain text', () => expect(t('plain')).toBe('Sign in'))

it('replaces placeholders', () => expect(t('greeting', { name: 'Ann {x}' })).toBe('Good morning, Ann {x}'))

it('selects the plural form by `count`', () => {
  expect([0, 1, 2].map((count) => t('likes', { count }))).toEqual(['0 likes', '1 like', '2 likes'])
})
