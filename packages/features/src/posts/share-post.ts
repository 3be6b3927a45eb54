import type { PostView } from '@meadow/contracts'

const MAX_SHARED_LENGTH = 140

/** Whether the browser can hand something to other apps. */
export const canUseWebShare = (): boolean => 'share' in navigator

/** The address of a post's own page. */
export const getPostUrl = (post: Pick<PostView, '_id'>): string => new URL(`/post/${post._id}`, location.origin).href

/** Hands a post to other apps; the choice to close that window is no failure. */
export async function sharePost(post: PostView): Promise<void> {
  const text = Array.from(post.content).slice(0, MAX_SHARED_LENGTH).join('')
  await navigator.share({ title: post.user.fullName, text, url: getPostUrl(post) }).catch(() => undefined)
}
