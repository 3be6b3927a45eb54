import { expect, it } from '@jest/globals'
import { getFailureKind } from './failure-kind.ts'

it.each([
  [403, 'not_mutual', 'never'],
  [403, 'account_suspended', 'never'],
  [404, 'member_not_found', 'never'],
  [403, 'email_unverified', 'again'],
  [403, 'new_account_limit', 'again'],
  [400, 'upload_failed', 'again'],
  [400, 'invalid_request', 'changed'],
  [400, 'words_refused', 'changed'],
  [413, 'too_large', 'changed'],
  [415, 'unsupported_type', 'changed'],
  [409, 'key_reused', 'again'],
] as const)('a message that is refused by %i %s can be sent %s', (status, code, expected) => {
  expect(getFailureKind({ status, code })).toBe(expected)
})
