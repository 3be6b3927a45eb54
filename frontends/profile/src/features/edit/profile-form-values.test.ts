import { expect, it } from '@jest/globals'
import { validateProfileForm } from './profile-form-values.ts'

const validate = (values: { fullName?: string; bio?: string }) =>
  Object.keys(validateProfileForm({ fullName: 'Ann', bio: '', ...values } as Parameters<typeof validateProfileForm>[0]))

it('takes a bio of as many emoji as letters', () => {
  expect(validate({ bio: '👍'.repeat(200) })).toEqual([])
  expect(validate({ bio: '👍'.repeat(201) })).toEqual(['bio'])
})

it('asks for a name that one can see', () => {
  expect(validate({ fullName: '\u200b\u2060 \u3164' })).toEqual(['fullName'])
})
