import type { PostView } from '@meadow/contracts/browser'
import { cutText } from '@meadow/contracts/visible-text'

const MAX_SHARED_LENGTH = 140

/** Returns true if the browser supports the Web Share API. */
export const canUseWebShare = (): boolean => 'share' in navigator

/** Returns the absolute URL of the post page. */
export const getPostUrl = (post: Pick<PostView, '_id'>): string => new URL(`/post/${post._id}`, location.origin).href

/** Opens the system share sheet for a post. Closing the sheet is not an error. */
export async function sharePost(post: PostView): Promise<void> {
  const text = cutText(post.content, MAX_SHARED_LENGTH)
  await navigator.share({ title: post.user.fullName, text, url: getPostUrl(post) }).catch(() => undefined)
}
