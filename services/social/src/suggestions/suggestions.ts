import type { SuggestionView } from '@meadow/contracts'
import { type Member, toMemberView } from '@meadow/members'

/** Somebody the viewer may want to follow, and why. */
export type Suggestion = {
  member: Member
  followerCount: number
  followsViewer: boolean
  /** One of those whom the viewer follows and who follow them, and how many there are. */
  followedBy: { name: string; count: number } | undefined
}

export type Suggestions = {
  /**
   * Members whom the viewer does not follow and may see: first those whom the viewer's own follow, then who follows the
   * viewer, then who has most followers, then who is newest.
   */
  find(viewer: { _id: string }, limit: number): Promise<Suggestion[]>
}

export const toSuggestionView = (suggestion: Suggestion): SuggestionView => ({
  ...toMemberView(suggestion.member, false),
  followerCount: suggestion.followerCount,
  reason: reasonOf(suggestion),
})

function reasonOf({ followedBy, followsViewer, followerCount }: Suggestion): SuggestionView['reason'] {
  if (followedBy) return { code: 'followed_by', name: followedBy.name, others: followedBy.count - 1 }
  if (followsViewer) return { code: 'follows_you' }
  return { code: followerCount > 0 ? 'popular' : 'new' }
}
