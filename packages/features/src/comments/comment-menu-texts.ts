import { createTexts } from '@meadow/web'

/** Texts of the menu of a comment, which loads on demand. */
export const t = createTexts({
  'comment.copyLink': 'Copy link',
  'comment.linkCopied': 'Link copied',
  'comment.linkNotCopied': 'Copy this link',
  'comment.edit': 'Edit comment',
  'comment.delete': 'Delete comment',
  'comment.deleteText': 'Delete this comment with the replies to it?',
  'comment.deleteConfirm': 'Delete',
  'comment.deleted': 'Comment deleted',
  'comment.undoDelete': 'Undo',
  'comment.deletedAlready': 'Too late: the comment is deleted',
  'comment.deletedLater': 'Your comment will be deleted when you are online again',
  'comment.hide': 'Hide comment',
  'comment.hideUndo': 'Undo',
  'comment.hidden': 'Comment hidden from everybody',
})
