import type { SuggestionView } from '@meadow/contracts'
import { INTERESTS } from '@meadow/contracts/profile-fields'
import { type Member, toMemberView } from '@meadow/members'

/** A member whom the viewer may want to follow, with the reason. */
export type FollowSuggestion = {
  member: Member
  followerCount: number
  followsViewer: boolean
  /** Members that the viewer follows and that follow this member: one name, and their number. */
  followedBy: { name: string; count: number } | undefined
  /** Interests of this member that the viewer has, too, in the order of the viewer. */
  sharedInterests: string[]
}

/** Finds suggestions. */
export type SuggestionRepository = {
  /**
   * Returns visible members that the viewer neither follows, mutes nor has dismissed. Order: most common follows and
   * shared interests together, then followers of the viewer, then number of followers, then newest.
   */
  find(viewer: { _id: string }, limit: number): Promise<FollowSuggestion[]>
  /** Stores that `viewerId` does not want to see this member among the suggestions. Of a member, the newest 1,000 remain. */
  dismiss(viewerId: string, dismissedId: string, at: Date): Promise<void>
  /** Takes a dismissal back. Does nothing if there is none. */
  restore(viewerId: string, dismissedId: string): Promise<void>
}

/** Converts a suggestion to the view in responses. */
export const toSuggestionView = (suggestion: FollowSuggestion): SuggestionView => ({
  ...toMemberView(suggestion.member, false),
  followerCount: suggestion.followerCount,
  isPrivate: suggestion.member.isPrivate,
  reason: toSuggestionReason(suggestion),
})

/** Names the stronger of common follows and shared interests. */
function toSuggestionReason(suggestion: FollowSuggestion): SuggestionView['reason'] {
  const { followedBy, followsViewer, followerCount, sharedInterests } = suggestion
  const [interest, ...otherInterests] = sharedInterests.filter(isInterest)
  if (followedBy && followedBy.count > otherInterests.length) {
    return { code: 'followed_by', name: followedBy.name, others: followedBy.count - 1 }
  }
  if (interest) return { code: 'same_interest', interest, others: otherInterests.length }
  if (followsViewer) return { code: 'follows_you' }
  return { code: followerCount > 0 ? 'popular' : 'new' }
}

/** A newer version of the service may have stored an interest that this one does not know. */
const isInterest = (text: string): text is (typeof INTERESTS)[number] => INTERESTS.some((interest) => interest === text)
