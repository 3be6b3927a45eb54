import { expect, it } from '@jest/globals'
import { ApiError } from '@meadow/web'
import { getUploadErrorDescription } from './get-upload-error-description.ts'

it.each([
  [new ApiError({ status: 0, code: 'offline', message: 'No connection' }), 'Network error during upload'],
  [new ApiError({ status: 415, code: 'unsupported_type', message: 'Not a picture' }), 'Not a picture'],
  [new ApiError({ status: 413, code: 'unknown', message: 'Too large' }), 'Upload failed'],
  [new ApiError({ status: 503, code: 'unavailable', message: 'Try later' }), 'Upload failed'],
  [new TypeError('broken'), 'Upload failed'],
])('describes %s', (error, text) => {
  expect(getUploadErrorDescription(error)).toBe(text)
})
