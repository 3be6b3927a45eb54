import type { CommentView, PostView } from '@meadow/contracts/browser'
import { ConfirmDialog, Menu, type MenuItem } from '@meadow/ui'
import { useOutbox, useSession, useToast } from '@meadow/web'
import { Ellipsis, EyeOff, Link2, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useBlockMenuItem } from '../members/use-block.tsx'
import { useMuteMenuItem } from '../members/use-mute.tsx'
import { useMutePostMenuItem } from '../muting/use-mute-content.tsx'
import { useReportMenuItem } from '../reports/use-report.tsx'
import { t as commonText } from '../texts.ts'
import { useUndoableDeletion } from '../waiting/use-undoable-deletion.ts'
import { deleteCommentAction, hideCommentAction } from './changed-comment-actions.ts'
import { t } from './comment-menu-texts.ts'

export type CommentMenuProps = { post: PostView; comment: CommentView; onEdit: () => void }

/** Open menu of a comment: copy its link; edit and delete an own one; mute its thread; mute, block and report its author; hide it below an own post. */
export function CommentMenu({ post, comment, onEdit }: CommentMenuProps) {
  const { user } = useSession()
  const block = useBlockMenuItem(comment.user)
  const mute = useMuteMenuItem(comment.user)
  const muteThread = useMutePostMenuItem(post)
  const report = useReportMenuItem({ kind: 'comment', id: comment._id, member: comment.user })
  const copyLink = useCopyCommentLink(post._id, comment._id)
  const hide = useHideComment(post._id, comment._id)
  const remove = useDeleteComment(post._id, comment)
  const [isConfirming, setIsConfirming] = useState(false)

  const items: MenuItem[] = [{ label: t('comment.copyLink'), icon: <Link2 />, onSelect: () => void copyLink() }]
  if (user?._id === comment.user._id) {
    items.push({ label: t('comment.edit'), icon: <Pencil />, onSelect: onEdit })
    items.push(muteThread.item)
    items.push({ label: t('comment.delete'), icon: <Trash2 />, tone: 'danger', onSelect: () => setIsConfirming(true) })
  } else if (user) {
    if (user._id === post.user._id)
      items.push({ label: t('comment.hide'), icon: <EyeOff />, onSelect: () => void hide(true) })
    items.push(muteThread.item, mute.item, block.item, report.item)
  }
  return (
    <>
      <Menu label={commonText('comment.options')} icon={<Ellipsis />} items={items} isInitiallyOpen />
      {muteThread.dialog}
      {mute.dialog}
      {block.dialog}
      {report.dialog}
      <ConfirmDialog
        open={isConfirming}
        title={t('comment.delete')}
        text={t('comment.deleteText')}
        confirmLabel={t('comment.deleteConfirm')}
        tone="danger"
        onCancel={() => setIsConfirming(false)}
        onConfirm={() => {
          setIsConfirming(false)
          void remove()
        }}
      />
    </>
  )
}

function useCopyCommentLink(postId: string, commentId: string): () => Promise<void> {
  const toast = useToast()
  return async () => {
    const link = new URL(`/post/${postId}?comment=${commentId}`, location.origin).href
    try {
      await navigator.clipboard.writeText(link)
      toast({ tone: 'success', title: t('comment.linkCopied') })
    } catch {
      toast({ tone: 'info', title: t('comment.linkNotCopied'), text: link }) // the clipboard needs https
    }
  }
}

/** Returns a function that hides a comment (true) or shows it again. After it was hidden, a toast offers to undo that. */
function useHideComment(postId: string, commentId: string): (isHidden: boolean) => Promise<void> {
  const outbox = useOutbox()
  const toast = useToast()
  return async function hide(isHidden) {
    const outcome = await outbox.add(hideCommentAction, { postId, commentId, isHidden }).outcome
    if (!isHidden || (outcome.type !== 'sent' && outcome.type !== 'waiting')) return
    const action = { label: t('comment.hideUndo'), onSelect: () => void hide(false) }
    toast({ tone: 'success', title: t('comment.hidden'), action })
  }
}

const DELETION_TEXTS = {
  deleted: t('comment.deleted'),
  deletedLater: t('comment.deletedLater'),
  undo: t('comment.undoDelete'),
  tooLate: t('comment.deletedAlready'),
}

/** Returns a function that deletes a comment of the viewer, which can be undone for some seconds. */
function useDeleteComment(postId: string, comment: CommentView): () => Promise<void> {
  const remove = useUndoableDeletion(deleteCommentAction, DELETION_TEXTS)
  return () => remove({ postId, commentId: comment._id, comment })
}
