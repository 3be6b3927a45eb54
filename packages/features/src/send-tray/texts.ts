import { createTexts } from '@meadow/web'

/** Texts of the send tray, which loads with the composers. */
export const t = createTexts({
  'sendTray.label': 'Pictures to send',
  'sendTray.pick': 'Add pictures',
  'sendTray.full': { one: 'You can add up to {count} picture.', other: 'You can add up to {count} pictures.' },
  'sendTray.preview': { one: 'Preview of the picture', other: 'Preview of picture {number}' },
  'sendTray.remove': { one: 'Remove picture', other: 'Remove picture {number}' },
  'sendTray.altShort': 'ALT',
  'sendTray.addAlt': { one: 'Add alt text', other: 'Add alt text to picture {number}' },
  'sendTray.editAlt': { one: 'Edit alt text', other: 'Edit alt text of picture {number}' },
  'sendTray.alt': { one: 'Alt text', other: 'Alt text of picture {number}' },
  'sendTray.altHint': "Describe the picture for people who can't see it.",
  'sendTray.moveEarlier': 'Move picture {number} earlier',
  'sendTray.moveLater': 'Move picture {number} later',
  'sendTray.moved': 'Picture is now {position} of {total}',
  'sendTray.uploading': 'Uploading {percent}%',
  'sendTray.cancelUpload': 'Cancel',
  'sendTray.uploadFailed': 'Upload failed',
  'sendTray.networkFailed': 'Network error during upload',
})
