import type { INTERESTS } from '@meadow/contracts/profile-fields'
import { t } from './texts.ts'

export type Interest = (typeof INTERESTS)[number]

const INTEREST_LABELS: Record<Interest, string> = {
  gardening: t('interests.gardening'),
  trails: t('interests.trails'),
  birds: t('interests.birds'),
  animals: t('interests.animals'),
  bread: t('interests.bread'),
  cooking: t('interests.cooking'),
  music: t('interests.music'),
  choirs: t('interests.choirs'),
  cycling: t('interests.cycling'),
  maps: t('interests.maps'),
  photography: t('interests.photography'),
  books: t('interests.books'),
  film: t('interests.film'),
  crafts: t('interests.crafts'),
  small_software: t('interests.small_software'),
  night_sky: t('interests.night_sky'),
}

/** Returns the label of an interest; undefined for one that only newer services know. */
export const getInterestLabel = (interest: string | undefined): string | undefined =>
  (INTEREST_LABELS as Partial<Record<string, string>>)[interest ?? '']
