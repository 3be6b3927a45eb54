import type { PostView } from '@meadow/contracts/browser'
import { ConfirmDialog, Menu, type MenuItem } from '@meadow/ui'
import { useSession } from '@meadow/web'
import { Ellipsis, Link2, Pencil, Share2, Trash2, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { useBookmarkMenuItems } from '../bookmarks/use-bookmark.tsx'
import { LazyDialog } from '../dialogs/lazy-dialog.tsx'
import { useLinkPreviewMenuItem } from '../link-previews/use-link-preview-menu-item.tsx'
import { useIsFollowing } from '../members/is-following.ts'
import { useBlockMenuItem } from '../members/use-block.tsx'
import { useMuteMenuItem } from '../members/use-mute.tsx'
import { useUnfollow } from '../members/use-unfollow.ts'
import { useMutePostMenuItem } from '../muting/use-mute-content.tsx'
import { usePinMenuItem } from '../pins/use-pin.tsx'
import { useReportMenuItem } from '../reports/use-report.tsx'
import { t } from './post-menu-texts.ts'
import { useDeletePost } from './use-delete-post.ts'
import { usePostLink } from './use-post-link.ts'

export type PostMenuProps = { post: PostView; onDeleted?: (() => void) | undefined }

const loadEditDialog = async () => ({
  default: (await import('./post-dialogs.ts')).EditPostDialog,
})

/** Open menu of a post: copy link, share (which copies the link where the browser cannot share), bookmark, pin, edit, remove the card of its link, unfollow, mute the thread or its author, block, report, delete. */
export function PostMenu({ post, onDeleted }: PostMenuProps) {
  const { user } = useSession()
  const { copyLink, share } = usePostLink(post)
  const unfollow = useUnfollow(post.user)
  const isFollowing = useIsFollowing(post.user)
  const mute = useMuteMenuItem(post.user)
  const muteThread = useMutePostMenuItem(post)
  const block = useBlockMenuItem(post.user, onDeleted)
  const report = useReportMenuItem({ kind: 'post', id: post._id, member: post.user })
  const bookmark = useBookmarkMenuItems(post)
  const deletePost = useDeletePost(post)
  const isOwn = user?._id === post.user._id
  const pin = usePinMenuItem(post, isOwn)
  const linkPreview = useLinkPreviewMenuItem(post)
  const [isConfirming, setIsConfirming] = useState(false)
  const [isEditing, setIsEditing] = useState(false)
  const closeEditor = () => setIsEditing(false)

  const items: MenuItem[] = [
    { label: t('post.copyLink'), icon: <Link2 />, onSelect: () => void copyLink() },
    { label: t('post.shareVia'), icon: <Share2 />, onSelect: () => void share() },
  ]
  if (user) items.push(...bookmark.items)
  if (isFollowing && !isOwn) {
    const label = t('post.unfollow', { username: post.user.username })
    items.push({ label, icon: <UserMinus />, onSelect: unfollow })
  }
  if (user) items.push(muteThread.item)
  if (user && !isOwn) items.push(mute.item, block.item, report.item)
  if (isOwn) {
    items.push(pin)
    items.push({ label: t('post.edit'), icon: <Pencil />, onSelect: () => setIsEditing(true) })
    if (linkPreview) items.push(linkPreview)
    items.push({ label: t('post.delete'), icon: <Trash2 />, tone: 'danger', onSelect: () => setIsConfirming(true) })
  }

  return (
    <>
      <Menu label={t('post.more')} icon={<Ellipsis />} items={items} isInitiallyOpen />
      {muteThread.dialog}
      {mute.dialog}
      {block.dialog}
      {report.dialog}
      {bookmark.dialog}
      <LazyDialog
        isOpen={isEditing}
        onClose={closeEditor}
        load={loadEditDialog}
        props={{ post, isOpen: isEditing, onClose: closeEditor }}
      />
      <ConfirmDialog
        open={isConfirming}
        title={t('post.delete')}
        text={t('post.deleteText')}
        confirmLabel={t('post.deleteConfirm')}
        tone="danger"
        onCancel={() => setIsConfirming(false)}
        onConfirm={() => {
          setIsConfirming(false)
          void deletePost()
          onDeleted?.()
        }}
      />
    </>
  )
}
