import type { ProfileView } from '@meadow/contracts'
import { PROFILE } from '@meadow/contracts/limits'
import type { Errors } from '@meadow/web'
import { t } from '../../texts.ts'

/** A picture as it is stored, or one that was just chosen; no address where there shall be none. */
export type Chosen = { address: string; file?: File }

/** What the form holds. */
export type Values = Pick<
  ProfileView,
  | 'fullName'
  | 'bio'
  | 'website'
  | 'location'
  | 'gender'
  | 'relationshipStatus'
  | 'workplace'
  | 'education'
  | 'hometown'
  | 'currentCity'
  | 'phone'
> & { birthday: string; avatar: Chosen; cover: Chosen }

export const toValues = (profile: ProfileView): Values => ({
  fullName: profile.fullName,
  bio: profile.bio,
  website: profile.website,
  location: profile.location,
  birthday: profile.birthday ?? '',
  gender: profile.gender,
  relationshipStatus: profile.relationshipStatus,
  workplace: profile.workplace,
  education: profile.education,
  hometown: profile.hometown,
  currentCity: profile.currentCity,
  phone: profile.phone,
  avatar: { address: profile.avatar },
  cover: { address: profile.cover },
})

/** What is wrong before anything is sent. The server knows the rest. */
export function checkValues({ fullName, bio }: Values): Errors<Values> {
  return {
    ...(!fullName.trim() && { fullName: t('edit.fullNameNeeded') }),
    ...(bio.trim().length > PROFILE.bio && { bio: t('edit.tooLong', { most: PROFILE.bio }) }),
  }
}

/** Only what differs: what is not named stays as it is. */
export const changesBetween = (before: Values, now: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => !isSame(value, before[name as keyof Values])))

const isSame = (one: string | Chosen, other: string | Chosen) =>
  typeof one === 'object' && typeof other === 'object'
    ? one.address === other.address && one.file === other.file
    : one === other
