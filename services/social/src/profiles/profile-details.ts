import type { ProfileView, TextFacet } from '@meadow/contracts'
import { AUDIENCE_FIELDS } from '@meadow/contracts/profile-fields'
import { getFieldAudience, type StoredPrivacy } from '../privacy/privacy-settings.ts'

/** The profile fields that members fill in, beside name and avatar. */
export type ProfileDetails = Pick<
  ProfileView,
  | 'cover'
  | 'bio'
  | 'website'
  | 'location'
  | 'birthday'
  | 'gender'
  | 'relationshipStatus'
  | 'workplace'
  | 'education'
  | 'hometown'
  | 'currentCity'
  | 'phone'
  | 'interests'
> & {
  /** The links, mentions and tags of the bio; empty for a bio of an earlier version. */
  bioFacets: TextFacet[]
}

/** The relation of a viewer to the owner of a profile. `isFollowing`: the viewer follows the owner, who may be private. */
export type ProfileRelation = {
  isGuest: boolean
  isOwner: boolean
  isFollowing: boolean
  followsYou: boolean
  isPrivate: boolean
}

/** The fields that guests see if their audience is everyone. The other fields say more about a person than strangers without an account need. */
const GUEST_FIELDS: readonly string[] = [
  'website',
  'location',
  'interests',
] satisfies (typeof AUDIENCE_FIELDS)[number][]

const HIDDEN_VALUES: Pick<ProfileDetails, (typeof AUDIENCE_FIELDS)[number]> = {
  website: '',
  location: '',
  birthday: null,
  gender: '',
  relationshipStatus: '',
  workplace: '',
  education: '',
  hometown: '',
  currentCity: '',
  phone: '',
  interests: [],
}

/** Empties the fields that the viewer does not belong to the audience of. The owner sees all fields. */
export function toVisibleDetails(
  details: ProfileDetails,
  audiences: StoredPrivacy['fields'],
  relation: ProfileRelation,
): ProfileDetails {
  const isInAudience = {
    everyone: !relation.isPrivate || relation.isFollowing,
    followers: relation.isFollowing,
    mutuals: relation.isFollowing && relation.followsYou,
    only_me: false,
  }
  const hidden = relation.isOwner
    ? []
    : AUDIENCE_FIELDS.filter(
        (field) =>
          !isInAudience[getFieldAudience(audiences, field)] || (relation.isGuest && !GUEST_FIELDS.includes(field)),
      )
  return { ...details, ...Object.fromEntries(hidden.map((field) => [field, HIDDEN_VALUES[field]])) }
}
