import { expect, it } from '@jest/globals'
import { nextFrom } from './next.ts'

it.each(['/home', '/post/42?a=b#c'])('goes on to %s', (next) => expect(nextFrom({ next })).toBe(next))

it.each(['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:alert(1)', '', undefined, 7])(
  'never goes on to %s',
  (next) => expect(nextFrom({ next })).toBeUndefined(),
)
