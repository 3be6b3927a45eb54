/** The name of the action that follows or unfollows a member, in the outbox. */
export const FOLLOW_ACTION_NAME = 'follow'

export type FollowActionData = {
  memberId: string
  username: string
  isFollowing: boolean
  /** A private member is asked, or the request is withdrawn. */
  isRequest?: true
  /** A refusal shows no toast. */
  isSilent: boolean
}
