import { expect, it } from '@jest/globals'
import { readRedirectPath } from './next.ts'

it.each(['/home', '/post/42?a=b#c'])('accepts the path %s', (next) => expect(readRedirectPath({ next })).toBe(next))

it.each(['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:alert(1)', '', undefined, 7])(
  'never goes on to %s',
  (next) => expect(readRedirectPath({ next })).toBeUndefined(),
)
