import { expect, it } from '@jest/globals'
import { PICTURE_LIMITS } from '@meadow/contracts/limits'
import { validatePicture } from './validate-picture.ts'

it.each([
  ['image/png', PICTURE_LIMITS.maxBytes, undefined],
  ['image/svg+xml', 100, 'Choose a JPEG, PNG, WebP or GIF picture.'],
  ['application/pdf', 100, 'Choose a JPEG, PNG, WebP or GIF picture.'],
  ['image/jpeg', PICTURE_LIMITS.maxBytes + 1, 'Pictures can be up to 10 MB.'],
])('returns for a %s with %p bytes: %p', (type, size, why) => {
  expect(validatePicture({ type, size })).toBe(why)
})
