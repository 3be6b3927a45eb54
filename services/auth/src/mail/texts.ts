import { createTexts, type Translation } from '@meadow/contracts/create-texts'
import type { MailLanguage } from './mail.ts'
import arabic from './translations/ar.json' with { type: 'json' }
import german from './translations/de.json' with { type: 'json' }

const createMailTexts = (translation?: Translation) =>
  createTexts(
    {
      'mail.greeting': 'Hello {name},',
      'mail.linkFallback': 'If the button does not work, open this address:',
      'mail.footer': 'Meadow sent you this mail about the account @{username}.',
      'mail.resetSubject': 'Choose a new Meadow password',
      'mail.resetTitle': 'Choose a new password',
      'mail.resetText':
        'Someone asked for a new password for your account. If it was you, choose one now. This link works once, for 60 minutes.',
      'mail.resetButton': 'Choose a new password',
      'mail.resetIgnore': "If it wasn't you, you can ignore this mail. Your password stays as it is.",
      'mail.passwordResetSubject': 'Your Meadow password was changed',
      'mail.passwordResetTitle': 'Your password was changed',
      'mail.passwordResetText':
        'Someone used the link in our mail to choose a new password for your account. You have been signed out on all devices.',
      'mail.passwordResetWarning':
        "If it wasn't you, someone else can read your mail. Secure your mailbox first. Then choose a new Meadow password here:",
      'mail.passwordResetButton': 'Choose a new password',
      'mail.restoreButton': 'Sign in to restore',
      'mail.deactivatedSubject': 'Your Meadow account is deactivated',
      'mail.deactivatedTitle': 'Your account is deactivated',
      'mail.deactivatedText':
        'Nobody sees you or what you have posted, and you have been signed out on all devices. Nothing is deleted. You can come back at any time: sign in, and restore your account.',
      'mail.deactivatedWarning': "If it wasn't you, sign in, restore your account, and change your password.",
      'mail.deletionSubject': 'Your Meadow account will be deleted on {date}',
      'mail.deletionTitle': 'Your account will be deleted on {date}',
      'mail.deletionText':
        'Nobody sees you or what you have posted any more, and you have been signed out on all devices. On that day your posts, comments, likes, pictures and messages are erased. Nobody can bring them back after that.',
      'mail.deletionRestore': 'Until then you can change your mind: sign in, and restore your account.',
      'mail.erasedSubject': 'Your Meadow account is deleted',
      'mail.erasedTitle': 'Your account is deleted',
      'mail.erasedText':
        'The 14 days are over, and your account no longer exists. Every part of Meadow now removes what it had of you, and confirms it in a receipt, which is complete within a week.',
      'mail.erasedButton': 'Open the receipt',
      'mail.erasedSecret':
        'Whoever has this link can read the receipt, for 90 days. It names what was removed and when, and not you.',
      'mail.erasedFooter': 'This is the last mail of Meadow to this address about the deleted account.',
      'mail.exportSubject': 'Your Meadow data is ready',
      'mail.exportTitle': 'Your data is ready',
      'mail.exportText': 'You asked for a copy of your data. Sign in to download it, until {date}.',
      'mail.exportButton': 'Open my data',
      'mail.exportWarning':
        "If it wasn't you, someone else is signed in to your account. Change your password, and sign out your other devices.",
      'mail.verifySubject': 'Confirm your email address for Meadow',
      'mail.verifyTitle': 'Confirm your email address',
      'mail.verifyText':
        'Please confirm that this address is yours, so that you can get back into your account if you forget your password. This link works once, for 24 hours.',
      'mail.verifyButton': 'Confirm email address',
      'mail.verifyIgnore':
        "If you don't know this account, ignore this mail and don't confirm: the account belongs to someone who typed your address.",
      'mail.changeSubject': 'Confirm your new email address for Meadow',
      'mail.changeTitle': 'Confirm your new email address',
      'mail.changeText':
        'The account @{username} asked to use this address. If that is your account, confirm the address. This link works once, for 24 hours.',
      'mail.changeButton': 'Confirm new address',
      'mail.changeIgnore': "If you don't know this account, ignore this mail.",
      'mail.approveSubject': 'Allow the change of your email address for Meadow?',
      'mail.approveTitle': 'Allow the change of your email address?',
      'mail.approveText':
        'Someone who knows your password wants to change the email address of your account to {email}. It changes only if you allow it.',
      'mail.approveButton': 'Allow or refuse',
      'mail.approveWarning':
        "If it wasn't you, refuse the change and choose a new password. This link works once, for 24 hours.",
      'mail.changedSubject': 'Your email address for Meadow was changed',
      'mail.changedTitle': 'Your email address was changed',
      'mail.changedText': 'From now on, mails about your account go to {email}.',
      'mail.changedWarning': "If it wasn't you, ask the people who run this Meadow for help.",
      'mail.newDeviceSubject': 'New sign-in to your Meadow account',
      'mail.newDeviceTitle': 'New sign-in to your account',
      'mail.newDeviceText': 'Someone signed in to your account on a new device: {device}, on {time}.',
      'mail.newDeviceIgnore': 'If it was you, you can ignore this mail.',
      'mail.newDeviceWarning':
        "If it wasn't you, choose a new password. It signs everyone out of your account, on all devices.",
      'mail.codeSubject': 'Your code for Meadow',
      'mail.codeTitle': 'Confirm that it is you',
      'mail.codeText':
        'Someone who is signed in to your account wants to change something important, such as its email address, or to delete it. If it was you, enter this code within 10 minutes:',
      'mail.codeWarning':
        "If it wasn't you, don't give the code to anyone. Open your devices in the settings, and sign out those that you don't know.",
      'mail.totpOnSubject': 'Your Meadow account has an authenticator app now',
      'mail.totpOnTitle': 'Sign-ins need a code now',
      'mail.totpOnText':
        'Someone who is signed in to your account set up an authenticator app. From now on, each sign-in needs its code, or a recovery code.',
      'mail.totpOffSubject': 'Your Meadow account has no authenticator app any more',
      'mail.totpOffTitle': 'Sign-ins need no code any more',
      'mail.totpOffText':
        "Someone who is signed in to your account turned the authenticator app off. Its recovery codes don't work any more either.",
      'mail.codesSubject': 'New recovery codes for your Meadow account',
      'mail.codesTitle': 'Your recovery codes are new',
      'mail.codesText':
        "Someone who is signed in to your account got new recovery codes. The earlier ones don't work any more.",
      'mail.codeUsedSubject': 'A recovery code of your Meadow account was used',
      'mail.codeUsedTitle': 'A recovery code was used',
      'mail.codeUsedText':
        "Someone signed in to your account with a recovery code in place of the code of your app. It can't be used again.",
      'mail.secondFactorWarning':
        "If it wasn't you, choose a new password. It signs everyone out of your account, on all devices.",
      'mail.passkeyAddedSubject': 'Your Meadow account has a new passkey',
      'mail.passkeyAddedTitle': 'A passkey was added',
      'mail.passkeyAddedText':
        'Someone who is signed in to your account added a passkey. From now on it signs in, without a password.',
      'mail.totpRemovedText':
        "Those who run this Meadow turned the authenticator app off, because they were told that it and its recovery codes are lost. All devices were signed out. If you didn't ask for this, choose a new password and tell them.",
      'mail.passkeyWarning':
        "If it wasn't you, choose a new password, which signs everyone out of your account. Then remove the passkey in your settings.",
      'mail.passkeyGoneSubject': 'A passkey of your Meadow account was removed',
      'mail.passkeyGoneTitle': 'A passkey was removed',
      'mail.passkeyGoneText': 'Someone who is signed in to your account removed a passkey. It no longer signs in.',
    },
    translation,
  )

/** The texts of mails in each language. */
export const MAIL_TEXTS: Record<MailLanguage, ReturnType<typeof createMailTexts>> = {
  en: createMailTexts(),
  de: createMailTexts({ language: 'de', texts: german }),
  ar: createMailTexts({ language: 'ar', texts: arabic }),
}
