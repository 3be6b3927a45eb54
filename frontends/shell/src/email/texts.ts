import { createTexts } from '@meadow/web'

/** Texts about e-mail addresses and the mails of this installation. */
export const t = createTexts({
  'email.required': 'Email is required',
  'email.invalid': 'Email is invalid',
  'email.mailbox': 'This Meadow runs on your computer and sends no real mail. You find its mails in the',
  'email.mailboxLink': 'mailbox of this computer',
  'email.files': 'This Meadow writes its mails to files. Ask the people who run it for the link.',
  'email.notice': 'Confirm your email address',
  'email.hide': 'Hide this notice',
  'email.send': 'Send link',
  'email.sending': 'Sending...',
  'email.sent': "We've sent a link to {email}. It works once, for 24 hours.",
  'email.sentBefore': "We've sent a link to {email} within the last hour. Look in your spam folder, too.",
  'email.sendFailed': "Couldn't send the link",
})
