import type { ProfileView } from '@meadow/contracts'

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
>

/** Removes the private fields (birthday, phone) for other viewers. The owner sees all fields. */
export const toVisibleDetails = (details: ProfileDetails, isOwner: boolean): ProfileDetails =>
  isOwner ? details : { ...details, birthday: null, phone: '' }
