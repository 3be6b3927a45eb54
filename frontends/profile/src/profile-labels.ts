import type { ProfileView } from '@meadow/contracts/browser'
import { t } from './texts.ts'

/** Labels of the select options of a profile. */
export const GENDER_LABELS: Record<ProfileView['gender'], string> = {
  '': t('gender.none'),
  male: t('gender.male'),
  female: t('gender.female'),
  other: t('gender.other'),
  prefer_not_to_say: t('gender.prefer_not_to_say'),
}

export const RELATIONSHIP_LABELS: Record<ProfileView['relationshipStatus'], string> = {
  '': t('status.none'),
  single: t('status.single'),
  in_a_relationship: t('status.in_a_relationship'),
  engaged: t('status.engaged'),
  married: t('status.married'),
  complicated: t('status.complicated'),
  separated: t('status.separated'),
  divorced: t('status.divorced'),
  widowed: t('status.widowed'),
}
