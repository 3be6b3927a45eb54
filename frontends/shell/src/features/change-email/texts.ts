import { createTexts } from '@meadow/web'

/** Texts of the pages behind the links that confirm a change of the e-mail address. */
export const t = createTexts({
  'changeEmail.page': 'Change of your email address',
  'changeEmail.slogan': 'Same meadow, new mailbox.',
  'changeEmail.title': 'Confirm your new address',
  'changeEmail.intro': 'Press the button to confirm that the mail with this link came to you.',
  'changeEmail.submit': 'Confirm new address',
  'changeEmail.approveTitle': 'Allow the change of your address?',
  'changeEmail.approveIntro': 'Your account gets the new address only if you allow it here.',
  'changeEmail.approve': 'Allow the change',
  'changeEmail.refuse': 'Refuse the change',
  'changeEmail.busy': 'Sending...',
  'changeEmail.failed': "Couldn't send your answer",
  'changeEmail.changedTitle': 'Your email address is changed',
  'changeEmail.changed': 'From now on, our mails go to the new address.',
  'changeEmail.waitingTitle': 'One more link',
  'changeEmail.waiting': 'Thank you. Now use the link in our mail to the other address. Then your address changes.',
  'changeEmail.refusedTitle': 'The change is refused',
  'changeEmail.refused':
    'Your address stays as it is. If it was not you who asked, someone knows your password: choose a new one now.',
  'changeEmail.newPassword': 'Choose a new password',
  'changeEmail.invalidTitle': "This link doesn't work",
  'changeEmail.invalid': 'It has expired, was already used, is incomplete, or belongs to another account.',
  'changeEmail.continue': 'Continue to Meadow',
})
