import type { SuggestionView } from '@meadow/contracts'
import { type Member, toMemberView } from '@meadow/members'

/** A member whom the viewer may want to follow, with the reason. */
export type FollowSuggestion = {
  member: Member
  followerCount: number
  followsViewer: boolean
  /** Members that the viewer follows and that follow this member: one name, and their number. */
  followedBy: { name: string; count: number } | undefined
}

/** Finds suggestions. */
export type SuggestionRepository = {
  /**
   * Returns visible members that the viewer does not follow. Order: most common follows, then followers of the viewer, then
   * number of followers, then newest.
   */
  find(viewer: { _id: string }, limit: number): Promise<FollowSuggestion[]>
}

/** Converts a suggestion to the view in responses. */
export const toSuggestionView = (suggestion: FollowSuggestion): SuggestionView => ({
  ...toMemberView(suggestion.member, false),
  followerCount: suggestion.followerCount,
  reason: toSuggestionReason(suggestion),
})

function toSuggestionReason({ followedBy, followsViewer, followerCount }: FollowSuggestion): SuggestionView['reason'] {
  if (followedBy) return { code: 'followed_by', name: followedBy.name, others: followedBy.count - 1 }
  if (followsViewer) return { code: 'follows_you' }
  return { code: followerCount > 0 ? 'popular' : 'new' }
}
