import type { ProfileView } from '@meadow/contracts'

/** What members say of themselves. */
export type About = Pick<
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
>

/** As others see it: what they are not to see is as if it were not said. Oneself sees all of it. */
export const shownAbout = (about: About, isOneself: boolean): About =>
  isOneself ? about : { ...about, birthday: null, phone: '' }
