import type { PostView } from '@meadow/contracts/browser'
import type { MenuItem } from '@meadow/ui'
import { useOutbox, useToast } from '@meadow/web'
import { Link2Off, PanelTop } from 'lucide-react'
import { hasLinkCard } from './link-preview.tsx'
import { postLinkPreviewAction } from './post-link-preview-action.ts'
import { t } from './texts.ts'

/** Returns the menu item that removes the card of the link of a post, or shows it again; undefined if there is no card. */
export function useLinkPreviewMenuItem(post: PostView): MenuItem | undefined {
  const outbox = useOutbox()
  const toast = useToast()
  const set = (isShown: boolean) => void outbox.add(postLinkPreviewAction, { postId: post._id, isShown })
  const remove = () => {
    set(false)
    const action = { label: t('linkPreview.undo'), onSelect: () => set(true) }
    toast({ tone: 'info', title: t('linkPreview.removed'), action })
  }
  if (post.isLinkPreviewRemoved)
    return { label: t('linkPreview.showAgain'), icon: <PanelTop />, onSelect: () => set(true) }
  if (post.pictures.length > 0 || post.video || !hasLinkCard(post)) return undefined
  return { label: t('linkPreview.remove'), icon: <Link2Off />, onSelect: remove }
}
