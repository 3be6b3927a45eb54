import type { PostView } from '@meadow/contracts/browser'
import { cutText } from '@meadow/contracts/cut-text'
import { useToast } from '@meadow/web'
import { t } from '../texts.ts'

/** Returns actions that copy the link of a post, or hand it to other apps by the Web Share API where supported. */
export function usePostLink(post: PostView) {
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

const MAX_SHARED_LENGTH = 140

/** Returns true if the browser supports the Web Share API. */
const canUseWebShare = (): boolean => 'share' in navigator

/** Returns the absolute URL of the post page. */
const getPostUrl = (post: Pick<PostView, '_id'>): string => new URL(`/post/${post._id}`, location.origin).href

/** Opens the system share sheet for a post. Closing the sheet is not an error. */
async function sharePost(post: PostView): Promise<void> {
  const text = cutText(post.content, MAX_SHARED_LENGTH)
  await navigator.share({ title: post.user.fullName, text, url: getPostUrl(post) }).catch(() => undefined)
}
