import type { Presence, ProfileView } from '@meadow/contracts'
import { canViewContent, type Member, toMemberView, type Viewer } from '@meadow/members'
import type { StoredPrivacy } from '../privacy/privacy-settings.ts'
import { type ProfileDetails, toVisibleDetails } from './profile-details.ts'

/** A profile, and the follows between its member and the viewer. */
export type Profile = {
  member: Member
  details: ProfileDetails
  /** The audiences of fields that the member has chosen. */
  audiences: StoredPrivacy['fields']
  /** Ids of the newest followed members that the viewer can see. */
  following: string[]
  createdAt: Date
  followerCount: number
  followingCount: number
  postCount: number
  /** The viewer follows the member. */
  isFollowing: boolean
  /** The viewer waits for the member to accept a follow. */
  isRequested: boolean
  /** The member follows the viewer. */
  followsYou: boolean
}

/** Returns true for the member, and for members who follow each other. Presence is not shown to strangers and guests. */
export const canViewPresence = (
  { member, isFollowing, followsYou }: Pick<Profile, 'isFollowing' | 'followsYou'> & { member: { _id: string } },
  viewer: Viewer,
): boolean => viewer !== undefined && (member._id === viewer._id || (isFollowing && followsYou))

/** Returns true for the member and followers, and for everyone if the member is not private. */
export const canViewLists = (
  { member, isFollowing }: Pick<Profile, 'isFollowing'> & { member: Pick<Member, '_id' | 'state' | 'isPrivate'> },
  viewer: Viewer,
): boolean => canViewContent(viewer, member, { blocked: false, isFollowing })

/** Converts a profile to the view for this viewer. Guests do not see whom the member follows. */
export const toProfileView = (
  { member, details, audiences, isFollowing, createdAt, ...rest }: Profile,
  viewer: Viewer,
  { isOnline, lastActive }: Presence,
): ProfileView => ({
  ...toMemberView(member, isFollowing),
  ...toDetailsView(
    toVisibleDetails(details, audiences, {
      isGuest: !viewer,
      isOwner: member._id === viewer?._id,
      isFollowing,
      followsYou: rest.followsYou,
      isPrivate: member.isPrivate,
    }),
  ),
  following: viewer && canViewLists({ member, isFollowing }, viewer) ? rest.following : [],
  isPrivate: member.isPrivate,
  isRequested: rest.isRequested,
  createdAt: createdAt.toISOString(),
  followerCount: rest.followerCount,
  followingCount: rest.followingCount,
  postCount: rest.postCount,
  followsYou: rest.followsYou,
  isOnline,
  lastActive,
})

const toDetailsView = ({ bioFacets, ...details }: ProfileDetails) => ({
  ...details,
  ...(bioFacets.length > 0 && { bioFacets }),
})
