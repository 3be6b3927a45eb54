import type { ProfileView } from '@meadow/contracts'
import { Briefcase, Cake, GraduationCap, Heart, House, type LucideIcon, MapPin, Phone, UserRound } from 'lucide-react'
import { t } from '../../texts.ts'
import { GENDER_WORDS, STATUS_WORDS } from '../../words.ts'
import { sayDay } from './say-date.ts'

/** A line about somebody: what it is about, where that is not plain, and what is so. */
export type AboutLine = { key: string; Icon: LucideIcon; words?: string; value: string; href?: string }

/** What a profile says about its member, and nothing about what is not there. */
export function aboutLines(profile: ProfileView): AboutLine[] {
  const { birthday, gender, relationshipStatus, phone } = profile
  const lines: AboutLine[] = [
    { key: 'work', Icon: Briefcase, words: t('about.worksAt'), value: profile.workplace },
    { key: 'education', Icon: GraduationCap, words: t('about.studiedAt'), value: profile.education },
    { key: 'from', Icon: House, words: t('about.from'), value: profile.hometown },
    { key: 'lives', Icon: MapPin, words: t('about.livesIn'), value: profile.currentCity },
    { key: 'status', Icon: Heart, value: relationshipStatus && STATUS_WORDS[relationshipStatus] },
    { key: 'gender', Icon: UserRound, value: gender && gender !== 'prefer_not_to_say' ? GENDER_WORDS[gender] : '' },
    { key: 'birthday', Icon: Cake, words: t('about.born'), value: birthday ? sayDay(birthday) : '' },
    { key: 'phone', Icon: Phone, value: phone, href: `tel:${phone.replace(/[^+\d]/g, '')}` },
  ]
  return lines.filter(({ value }) => value)
}
