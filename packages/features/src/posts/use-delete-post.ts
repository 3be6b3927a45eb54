import type { PostView } from '@meadow/contracts/browser'
import { useConnectivity, useOutbox, useToast } from '@meadow/web'
import { deletePostAction } from './delete-post-action.ts'
import { t } from './post-menu-texts.ts'

/**
 * Returns a function that deletes the viewer's post. It disappears at once, and comes back if the member undoes the deletion, or if
 * the server refuses it.
 */
export function useDeletePost(post: PostView): () => Promise<void> {
  const outbox = useOutbox()
  const toast = useToast()
  const isOffline = useConnectivity() === 'offline'
  const undo = async (entryId: string) => {
    const entry = await outbox.takeBack(entryId).catch(() => undefined)
    if (!entry) toast({ tone: 'info', title: t('post.deletedAlready') })
  }
  return async () => {
    const added = outbox.add(deletePostAction, { post })
    const entry = await added.stored.catch(() => undefined)
    const isHeld = entry?.notBeforeMs !== undefined
    const outcome = isHeld ? undefined : await added.outcome // without a storage it is sent at once
    if (outcome && outcome.type !== 'sent' && outcome.type !== 'waiting') return
    const isWaiting = outcome ? outcome.type === 'waiting' : isOffline
    toast({
      tone: isWaiting ? 'info' : 'success',
      title: t(isWaiting ? 'post.deletedLater' : 'post.deleted'),
      ...(isHeld && { action: { label: t('post.undoDelete'), onSelect: () => void undo(entry.id) } }),
    })
  }
}
