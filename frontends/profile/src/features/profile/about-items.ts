import type { ProfileView } from '@meadow/contracts/browser'
import { getInterestLabel } from '@meadow/features'
import {
  Briefcase,
  Cake,
  GraduationCap,
  Heart,
  House,
  type LucideIcon,
  MapPin,
  Phone,
  Sprout,
  UserRound,
} from 'lucide-react'
import { GENDER_LABELS, RELATIONSHIP_LABELS } from '../../profile-labels.ts'
import { t } from '../../texts.ts'
import { formatDay } from './format-date.ts'

/** An item of the About card: icon, optional label, value. */
export type AboutItem = { key: string; Icon: LucideIcon; label?: string; value: string; href?: string }

/** Converts a profile to the items of the About card. Skips empty fields, and values that this page does not know. */
export function toAboutItems(profile: ProfileView): AboutItem[] {
  const { birthday, gender, relationshipStatus, phone } = profile
  const isGenderShown = gender && gender !== 'prefer_not_to_say'
  const lines: AboutItem[] = [
    { key: 'work', Icon: Briefcase, label: t('about.worksAt'), value: profile.workplace },
    { key: 'education', Icon: GraduationCap, label: t('about.studiedAt'), value: profile.education },
    { key: 'from', Icon: House, label: t('about.from'), value: profile.hometown },
    { key: 'lives', Icon: MapPin, label: t('about.livesIn'), value: profile.currentCity },
    { key: 'status', Icon: Heart, value: relationshipStatus && (RELATIONSHIP_LABELS[relationshipStatus] ?? '') },
    { key: 'gender', Icon: UserRound, value: isGenderShown ? (GENDER_LABELS[gender] ?? '') : '' },
    { key: 'interests', Icon: Sprout, label: t('about.likes'), value: listInterests(profile) },
    { key: 'birthday', Icon: Cake, label: t('about.born'), value: birthday ? formatDay(birthday) : '' },
    { key: 'phone', Icon: Phone, value: phone, href: `tel:${phone.replace(/[^+\d]/g, '')}` },
  ]
  return lines.filter(({ value }) => value)
}

const listInterests = ({ interests = [] }: ProfileView) =>
  interests.flatMap((interest) => getInterestLabel(interest) ?? []).join(', ')
