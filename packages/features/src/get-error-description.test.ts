import { expect, it } from '@jest/globals'
import { ApiError } from '@meadow/web'
import { getErrorDescription } from './get-error-description.ts'

it.each([
  [{ status: 429, code: 'too_many_requests' }, 'Too many attempts.'],
  [{ status: 0, code: 'offline' }, 'Too many attempts.'],
  [{ status: 500, code: 'unexpected' }, 'Please try again in a moment.'],
  [{ status: 502, code: 'unknown' }, 'Please try again in a moment.'],
] as const)('returns for an error with %p: %p', (details, hint) => {
  expect(getErrorDescription(new ApiError({ ...details, message: 'Too many attempts.' }))).toBe(hint)
})

it('returns a retry hint for an error of the page itself', () => {
  expect(getErrorDescription(new Error('undefined is not a function'))).toBe('Please try again in a moment.')
})
