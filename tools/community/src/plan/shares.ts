import type { ShareText } from '../texts/shares.ts'
import type { PlannedPost } from './posts.ts'

/**
 * `id` is the same for the same texts. `of` is the id of the shared post; `content` is empty without a comment. With `isLink` it is a post
 * that links to the other one.
 */
export type PlannedShare = { id: string; by: string; of: string; content: string; isLink: boolean; at: Date }

const HOUR_MS = 3_600_000

/** Plans when posts are shared: some hours after them, or sooner if they are newer. @throws Error if a share means no post, or several */
export const planShares = (shares: readonly ShareText[], posts: readonly PlannedPost[], now: Date): PlannedShare[] =>
  shares.map(({ by, of, hoursAfter, content, isLink }, index) => {
    const [post, ...others] = posts.filter((one) => one.content.startsWith(of))
    if (!post || others.length > 0) throw new Error(`${others.length + (post ? 1 : 0)} posts begin with: ${of}`)
    const delayMs = Math.min(hoursAfter * HOUR_MS, (now.getTime() - post.at.getTime()) / 2)
    return { id: `share ${index}`, by, of: post.id, content, isLink, at: new Date(post.at.getTime() + delayMs) }
  })
