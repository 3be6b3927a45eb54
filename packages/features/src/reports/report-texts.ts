import { createTexts } from '@meadow/web'

/** Texts of reports. They load with the menus that offer one. */
export const t = createTexts({
  'report.post': 'Report post',
  'report.comment': 'Report comment',
  'report.message': 'Report message',
  'report.member': 'Report @{username}',
  'report.intro': 'Moderators see a copy of it, and that you reported it. @{username} is not told who did.',
  'report.messageIntro':
    'Moderators see a copy of this message and of up to four messages before it, and that you reported it. @{username} is not told who did.',
  'report.category': 'What is wrong with it?',
  'report.spam': 'Spam or advertising',
  'report.harassment': 'Harassment or bullying',
  'report.hate': 'Hate against a group of people',
  'report.violence': 'Violence or threats',
  'report.sexual': 'Sexual content',
  'report.self_harm': 'Suicide or self-harm',
  'report.illegal': 'Something illegal',
  'report.other': 'Something else',
  'report.text': 'What should moderators know? (optional)',
  'report.cancel': 'Cancel',
  'report.send': 'Send report',
  'report.thanks': 'Thank you for telling us',
  'report.thanksText': 'Moderators will look at it.',
  'report.block': 'Block @{username}',
  'report.failed': "Couldn't send your report. Please try again.",
  'report.tooMany': "You've reported a lot today. Please try again tomorrow.",
  'waiting.report': 'Report about @{username}',
})
