import { createTexts } from '@meadow/web'

/** Texts of edits of posts, which load on demand. */
export const t = createTexts({
  'edit.mark': 'edited',
  'edit.history': 'Edit history',
  'edit.historyFailed': "The history couldn't load",
  'edit.retry': 'Try Again',
  'edit.current': 'Now',
  'edit.earlier': 'Earlier',
  'edit.first': 'First',
  'edit.noText': 'No text',
  'edit.olderNotShown': 'Older texts are kept, but not shown here.',
  'edit.title': 'Edit post',
  'edit.label': 'Text of your post',
  'edit.hint': 'Everybody can see that you edited it, and what it said before.',
  'edit.cancel': 'Cancel',
  'edit.save': 'Save',
  'edit.saved': 'Post edited',
  'edit.savedLater': 'Your edit will be sent when you are online again',
  'edit.failed': "The edit couldn't be saved",
  'edit.waiting': 'Edit of a post: {text}',
  'edit.conflict': 'This post was edited elsewhere since you opened it. Both texts are here.',
  'edit.theirs': 'What it says now',
  'edit.useTheirs': 'Leave it as it is now',
  'edit.keepMine': 'Replace it with mine',
  'edit.gone': 'This post no longer exists, so your edit could not be saved.',
})
