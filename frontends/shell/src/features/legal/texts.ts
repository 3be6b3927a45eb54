import { createTexts } from '@meadow/web'

/** Texts around the legal notices, whose own texts are Markdown. */
export const t = createTexts({
  'app.retry': 'Try again',
  'legal.terms': 'Terms',
  'legal.privacy': 'Privacy',
  'legal.updated': 'Last changed on {date}',
  'legal.earlier': 'This version is from {date}.',
  'legal.showCurrent': 'Show the current version',
  'legal.versions': 'Other versions',
  'legal.failed': "Couldn't load this page.",
  'legal.edit': 'Edit',
  'legal.continue': 'Continue editing',
  'legal.views': 'Views of the text',
  'legal.write': 'Write',
  'legal.preview': 'Preview',
  'legal.text': 'Text',
  'legal.textHint':
    'Markdown: ## begins a heading, an empty line a paragraph. Everyone can still read the earlier versions.',
  'legal.outdated': 'Another admin has published this text since you began. Compare it with yours.',
  'legal.publishedText': 'Published text',
  'legal.yourText': 'Your text',
  'legal.keepMine': 'Keep my text',
  'legal.publish': 'Publish',
  'legal.published': 'Published',
  'legal.publishFailed': "Couldn't publish",
  'legal.close': 'Close',
  'legal.discard': 'Discard changes',
  'legal.discardTitle': 'Discard your changes?',
  'legal.discardText': 'The published text stays as it is.',
})
