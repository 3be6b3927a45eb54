import type { PostView } from '@meadow/contracts/browser'
import { useOutbox, useToast } from '@meadow/web'
import { deletePostAction } from './delete-post-action.ts'
import { t } from './post-menu-texts.ts'

/** Returns a function that deletes the viewer's post. It disappears at once, and comes back if the server refuses. */
export function useDeletePost(post: PostView): () => Promise<void> {
  const outbox = useOutbox()
  const toast = useToast()
  return async () => {
    const outcome = await outbox.add(deletePostAction, { post }).outcome
    if (outcome.type === 'sent') toast({ tone: 'success', title: t('post.deleted') })
    if (outcome.type === 'waiting') toast({ tone: 'info', title: t('post.deletedLater') })
  }
}
