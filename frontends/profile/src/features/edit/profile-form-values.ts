import type { ProfileView } from '@meadow/contracts/browser'
import { MAX_PROFILE_FIELD_LENGTH } from '@meadow/contracts/limits'
import { INTERESTS } from '@meadow/contracts/profile-fields'
import { countStoredCharacters, trimText } from '@meadow/contracts/visible-text'
import type { FormErrors, Interest } from '@meadow/features'
import { t } from '../../texts.ts'

/** A stored picture (`url`) or a newly chosen file; an empty `url` without a file means no picture. */
export type PictureValue = { url: string; file?: File }

/** Values of the profile form. */
export type ProfileFormValues = Pick<
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
> & { birthday: string; interests: Interest[]; avatar: PictureValue; cover: PictureValue }

type FormValue = ProfileFormValues[keyof ProfileFormValues]

export const toProfileFormValues = (profile: ProfileView): ProfileFormValues => ({
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
  interests: INTERESTS.filter((interest) => profile.interests?.includes(interest)),
  avatar: { url: profile.avatar },
  cover: { url: profile.cover },
})

/** Validates the form before sending. The server validates the rest. */
export function validateProfileForm({ fullName, bio }: ProfileFormValues): FormErrors<ProfileFormValues> {
  return {
    ...(!trimText(fullName) && { fullName: t('edit.fullNameRequired') }),
    ...(countStoredCharacters(bio) > MAX_PROFILE_FIELD_LENGTH.bio && {
      bio: t('edit.tooLong', { most: MAX_PROFILE_FIELD_LENGTH.bio }),
    }),
  }
}

/** Picks the values that differ. The server keeps omitted fields. */
export const pickChangedValues = (before: ProfileFormValues, now: ProfileFormValues): Partial<ProfileFormValues> =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => !isSameValue(value, before[name as keyof ProfileFormValues])),
  )

function isSameValue(one: FormValue, other: FormValue): boolean {
  if (Array.isArray(one) && Array.isArray(other)) return one.join() === other.join()
  if (isPicture(one) && isPicture(other)) return one.url === other.url && one.file === other.file
  return one === other
}

const isPicture = (value: FormValue): value is PictureValue => typeof value === 'object' && 'url' in value
