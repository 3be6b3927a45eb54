import type { PostView } from '@meadow/contracts/browser'
import { useUndoableDeletion } from '../waiting/use-undoable-deletion.ts'
import { deletePostAction } from './delete-post-action.ts'
import { t } from './post-menu-texts.ts'

const TEXTS = {
  deleted: t('post.deleted'),
  deletedLater: t('post.deletedLater'),
  undo: t('post.undoDelete'),
  tooLate: t('post.deletedAlready'),
}

/** Returns a function that deletes the viewer's post, which can be undone for some seconds. */
export function useDeletePost(post: PostView): () => Promise<void> {
  const remove = useUndoableDeletion(deletePostAction, TEXTS)
  return () => remove({ post })
}
