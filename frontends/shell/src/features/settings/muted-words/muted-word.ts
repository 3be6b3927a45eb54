import { MAX_MUTED_WORDS } from '@meadow/contracts/limits'
import type { FormErrors } from '@meadow/features'
import type { ApiResponse } from '@meadow/web'
import { t } from './texts.ts'

/** A word or phrase that the viewer mutes. Newer versions of the server may know more places. */
export type MutedWord = ApiResponse<'GET /users/muted-words'>['words'][number]

const DAY_MS = 24 * 3_600_000
const DURATION_MS = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS, always: undefined }

/** The fields of the form that mutes a word. */
export type MutedWordForm = {
  text: string
  isInFeeds: boolean
  isInAlerts: boolean
  duration: keyof typeof DURATION_MS
}

/** Returns true if two words mean the same, apart from accents, which the server compares. */
export const isSameWord = (one: string, other: string): boolean => toForm(one) === toForm(other)

const toForm = (text: string) => text.trim().replaceAll(/\s+/gu, ' ').toLowerCase()

/** Returns what is wrong with the fields, given the words that are muted. */
export function validateMutedWord(
  { text, isInFeeds, isInAlerts }: MutedWordForm,
  words: readonly MutedWord[],
): FormErrors<MutedWordForm> {
  const isKnown = words.some((word) => isSameWord(word.text, text))
  const textError = !text.trim()
    ? t('mutedWords.empty')
    : !/[\p{L}\p{N}\p{S}]/u.test(text)
      ? t('mutedWords.noLetters')
      : !isKnown && words.length >= MAX_MUTED_WORDS
        ? t('mutedWords.limit', { max: MAX_MUTED_WORDS })
        : undefined
  return {
    ...(textError && { text: textError }),
    ...(!isInFeeds && !isInAlerts && { isInAlerts: t('mutedWords.nowhere') }),
  }
}

/** Converts the fields to the word that is muted from `now` on. */
export function toMutedWord({ text, isInFeeds, isInAlerts, duration }: MutedWordForm, now: Date): MutedWord {
  const durationMs = DURATION_MS[duration]
  return {
    text: text.trim(),
    until: durationMs === undefined ? null : new Date(now.getTime() + durationMs).toISOString(),
    in: [...(isInFeeds ? (['feed'] as const) : []), ...(isInAlerts ? (['alerts'] as const) : [])],
  }
}
