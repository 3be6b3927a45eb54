import type { PostView } from '@meadow/contracts'
import { useToast } from '@meadow/web'
import { t } from '../texts.ts'
import { canUseWebShare, getPostUrl, sharePost } from './share-post.ts'

/** Ways to pass on a post: by its link, or by the browser where it can. */
export function useSharePost(post: PostView) {
  const toast = useToast()
  const copyLink = async () => {
    const link = getPostUrl(post)
    try {
      await navigator.clipboard.writeText(link)
      toast({ tone: 'success', title: t('post.linkCopied') })
    } catch {
      toast({ tone: 'info', title: t('post.linkNotCopied'), text: link }) // pages without https may not write
    }
  }
  const share = () => (canUseWebShare() ? sharePost(post) : copyLink())
  return { copyLink, share }
}
