import type { PostView } from '@meadow/contracts/browser'
import { Menu, type MenuItem } from '@meadow/ui'
import { Link, useOutbox, useSession, useToast } from '@meadow/web'
import { Code, Link2, MessageSquareQuote, Repeat2, Share2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { LazyDialog } from '../dialogs/lazy-dialog.tsx'
import { useSharePost } from '../posts/use-share-post.ts'
import { shareAction } from './share-action.ts'
import { t } from './share-texts.ts'
import styles from './shares.module.css'
import { useCopyEmbedCode } from './use-copy-embed-code.ts'

export { QuotedPost } from './quoted-post.tsx' // one file of code, loaded on demand

const loadQuoteDialog = async () => ({ default: (await import('../posts/post-dialogs.ts')).QuoteDialog })

/** Open menu of shares of a post: share now or undo that, share with a comment, copy link or embed code, share via… Guests share links and embed codes only. */
export function ShareMenu({ post }: { post: PostView }) {
  const { user } = useSession()
  const outbox = useOutbox()
  const toast = useToast()
  const { copyLink, share } = useSharePost(post)
  const copyEmbedCode = useCopyEmbedCode(post)
  const [isQuoting, setIsQuoting] = useState(false)
  const closeQuote = () => setIsQuoting(false)
  const setShared = async (isShared: boolean) => {
    const { type } = await outbox.add(shareAction, { postId: post._id, isShared }).outcome
    if (type === 'sent') toast({ tone: 'success', title: t(isShared ? 'share.shared' : 'share.undone') })
    if (type === 'waiting' && isShared) toast({ tone: 'info', title: t('share.sharedLater') })
  }
  const items: MenuItem[] = []
  if (user && post.viewerShared)
    items.push({ label: t('share.undo'), icon: <Undo2 />, onSelect: () => void setShared(false) })
  if (user && !post.viewerShared)
    items.push({ label: t('share.now'), icon: <Repeat2 />, onSelect: () => void setShared(true) })
  if (user) items.push({ label: t('share.quote'), icon: <MessageSquareQuote />, onSelect: () => setIsQuoting(true) })
  items.push(
    { label: t('share.copyLink'), icon: <Link2 />, onSelect: () => void copyLink() },
    { label: t('share.copyEmbed'), icon: <Code />, onSelect: () => void copyEmbedCode() },
    { label: t('share.via'), icon: <Share2 />, onSelect: () => void share() },
  )
  return (
    <>
      <Menu label={t('share.menu')} icon={<Share2 />} items={items} isInitiallyOpen />
      <LazyDialog
        isOpen={isQuoting}
        onClose={closeQuote}
        load={loadQuoteDialog}
        props={{ post, isOpen: isQuoting, onClose: closeQuote }}
      />
    </>
  )
}

/** Line above a post: who shared it. */
export function SharedBy({ sharedBy: { user } }: { sharedBy: NonNullable<PostView['sharedBy']> }) {
  const session = useSession()
  const text = session.user?._id === user._id ? t('share.byYou') : t('share.by', { name: user.fullName })
  return (
    <Link to={`/profile/${user.username}`} className={styles['by']}>
      <Repeat2 aria-hidden="true" />
      <span>{text}</span>
    </Link>
  )
}
