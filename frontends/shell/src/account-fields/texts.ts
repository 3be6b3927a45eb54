import { createTexts } from '@meadow/web'

/** Texts of the fields of an account. They load with the forms that have them. */
export const t = createTexts({
  'account.username': 'Username',
  'account.fullName': 'Full name',
  'account.fullNameRequired': 'Full name is required',
  'account.email': 'Email address',
  'account.agree': 'I agree to the',
  'account.and': 'and the',
  'account.notice': 'notice',
  'account.agreeRequired': 'Please agree to the terms and the privacy notice',
  'legal.terms': 'Terms',
  'legal.privacy': 'Privacy',
})
