import type { PostView } from '@meadow/contracts/browser'
import { useToast } from '@meadow/web'
import { t } from '../texts.ts'
import { canUseWebShare, getPostUrl, sharePost } from './share-post.ts'

/** Returns actions that copy the link of a post, or share it by the Web Share API where supported. */
export function useSharePost(post: PostView) {
  const toast = useToast()
  const copyLink = async () => {
    const link = getPostUrl(post)
    try {
      await navigator.clipboard.writeText(link)
      toast({ tone: 'success', title: t('post.linkCopied') })
    } catch {
      toast({ tone: 'info', title: t('post.linkNotCopied'), text: link }) // the clipboard needs https
    }
  }
  const share = () => (canUseWebShare() ? sharePost(post) : copyLink())
  return { copyLink, share }
}
