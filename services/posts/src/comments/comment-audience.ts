import type { TextFacet } from '@meadow/contracts'
import type { Viewer } from '@meadow/members'
import { DomainError } from '@meadow/service'
import type { PostSettings } from '../posts/post-settings.ts'

/** The fields of a post that the rule needs. */
export type AudiencePost = Pick<PostSettings, 'commentAudience'> & { authorId: string; facets: readonly TextFacet[] }

/** The relation of the author of a post to a member. */
export type AudienceRelation = { isFollowedByAuthor: boolean }

/**
 * Decides whether a member belongs to those who may comment on a post: everyone, the members whom its author follows, or those whom
 * its text mentions. The author and moderators always do; guests never comment.
 */
export function mayComment(
  { authorId, commentAudience, facets }: AudiencePost,
  member: Viewer,
  { isFollowedByAuthor }: AudienceRelation,
): boolean {
  if (!member) return false
  if (member._id === authorId || member.isModerator) return true
  switch (commentAudience) {
    case 'everyone':
      return true
    case 'following':
      return isFollowedByAuthor
    case 'mentioned':
      return facets.some(({ memberId }) => memberId === member._id)
  }
}

/** Checks that a member may comment on a post. @throws comment_not_allowed */
export function assertMayComment(...decision: Parameters<typeof mayComment>): void {
  if (!mayComment(...decision)) throw new DomainError('comment_not_allowed')
}
