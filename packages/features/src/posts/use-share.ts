import type { PostView } from '@meadow/contracts'
import { useToast } from '@meadow/web'
import { t } from '../texts.ts'
import { canShare, linkTo, shareVia } from './share.ts'

/** Ways to pass on a post: by its link, or by the browser where it can. */
export function useShare(post: PostView) {
  const toast = useToast()
  const copyLink = async () => {
    const link = linkTo(post)
    try {
      await navigator.clipboard.writeText(link)
      toast({ tone: 'success', title: t('post.linkCopied') })
    } catch {
      toast({ tone: 'info', title: t('post.linkNotCopied'), text: link }) // pages without https may not write
    }
  }
  const share = () => (canShare() ? shareVia(post) : copyLink())
  return { copyLink, share }
}
