import type { PostView } from '@meadow/contracts/browser'
import { Menu, type MenuItem } from '@meadow/ui'
import { Link, useOutbox, useSession, useToast } from '@meadow/web'
import { Code, Link2, MessageSquareQuote, Repeat2, Share2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { ComposerRequest } from '../composer/composer.tsx'
import { LazyComposer } from '../composer/lazy-composer.tsx'
import { usePostLink } from '../posts/use-post-link.ts'
import { shareAction, toQuotedPost } from './share-action.ts'
import { t } from './share-texts.ts'
import styles from './shares.module.css'
import { useCopyEmbedCode } from './use-copy-embed-code.ts'

export { QuotedPost } from './quoted-post.tsx' // one file of code, loaded on demand

/** Open menu of shares of a post: share now or undo that, share with a comment, copy link or embed code, share via… Guests share links and embed codes only. */
export function ShareMenu({ post }: { post: PostView }) {
  const { user } = useSession()
  const outbox = useOutbox()
  const toast = useToast()
  const { copyLink, share } = usePostLink(post)
  const copyEmbedCode = useCopyEmbedCode(post)
  const [quoteRequest, setQuoteRequest] = useState<ComposerRequest>()
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
  const quote = () => setQuoteRequest({ quoted: toQuotedPost(post) })
  if (user) items.push({ label: t('share.quote'), icon: <MessageSquareQuote />, onSelect: quote })
  items.push(
    { label: t('share.copyLink'), icon: <Link2 />, onSelect: () => void copyLink() },
    { label: t('share.copyEmbed'), icon: <Code />, onSelect: () => void copyEmbedCode() },
    { label: t('share.via'), icon: <Share2 />, onSelect: () => void share() },
  )
  return (
    <>
      <Menu label={t('share.menu')} icon={<Share2 />} items={items} isInitiallyOpen />
      <LazyComposer request={quoteRequest} onClose={() => setQuoteRequest(undefined)} />
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
