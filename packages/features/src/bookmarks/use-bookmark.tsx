import type { PostView } from '@meadow/contracts/browser'
import type { MenuItem } from '@meadow/ui'
import { useNavigate, useOutbox, useToast } from '@meadow/web'
import { Bookmark, BookmarkX, FolderInput } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { LazyDialog } from '../dialogs/lazy-dialog.tsx'
import { bookmarkAction } from './bookmark-action.ts'
import { t } from './bookmark-texts.ts'

const loadFolderDialog = async () => ({
  default: (await import('../posts/post-dialogs.ts')).BookmarkFolderDialog,
})

/** Returns the menu items that bookmark a post, move its bookmark to a folder and remove it, and their dialog. */
export function useBookmarkMenuItems(post: PostView): { items: MenuItem[]; dialog: ReactNode } {
  const outbox = useOutbox()
  const toast = useToast()
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const onClose = () => setIsOpen(false)
  const set = async (isBookmarked: boolean) => {
    const { outcome } = outbox.add(bookmarkAction, { postId: post._id, isBookmarked })
    const { type } = await outcome
    if (type !== 'sent' && type !== 'waiting') return
    if (!isBookmarked) return toast({ tone: 'success', title: t('bookmark.removed') })
    toast({
      tone: 'success',
      title: t(type === 'sent' ? 'bookmark.added' : 'bookmark.addedLater'),
      action: { label: t('bookmark.open'), onSelect: () => void navigate('/bookmarks') },
    })
  }
  const dialog = (
    <LazyDialog
      isOpen={isOpen}
      onClose={onClose}
      load={loadFolderDialog}
      props={{ postId: post._id, isOpen, onClose }}
    />
  )
  if (!post.viewerBookmarked)
    return { items: [{ label: t('bookmark.add'), icon: <Bookmark />, onSelect: () => void set(true) }], dialog }
  const items: MenuItem[] = [
    { label: t('bookmark.remove'), icon: <BookmarkX />, onSelect: () => void set(false) },
    { label: t('bookmark.move'), icon: <FolderInput />, onSelect: () => setIsOpen(true) },
  ]
  return { items, dialog }
}
