import { MAX_SEARCH_TERMS } from './limits.ts'

/** Contents by which messages are found; `star`: the member has starred them. */
export const MESSAGE_CONTENTS = ['picture', 'video', 'voice', 'link', 'star'] as const
export type MessageContent = (typeof MESSAGE_CONTENTS)[number]

/** A part of a search as it was typed: a word, a phrase in quotes, a tag, or a filter. `source` is its text in the search. */
export type SearchPart = {
  kind: 'word' | 'phrase' | 'tag' | 'from' | 'before' | 'after' | 'has'
  value: string
  /** The part begins with a minus: posts with it are left out. */
  isExcluded: boolean
  source: string
}

/** A quoted phrase, whose closing quote may be missing, or anything up to the next blank; both with an optional minus. */
const PART = /([-−]?)(?:["“”„]([^"“”„]*)(?:["“”„]|$)|(\S+))/gu
const FILTER = /^(from|before|after|has):(.+)$/iu

/** The values of `has:`, by the words that members write. */
const CONTENT_WORDS = new Map<string, MessageContent>([
  ...['picture', 'pictures', 'image', 'images', 'photo', 'photos', 'media'].map((word) => [word, 'picture'] as const),
  ...['video', 'videos'].map((word) => [word, 'video'] as const),
  ['voice', 'voice'],
  ...['link', 'links', 'url', 'urls'].map((word) => [word, 'link'] as const),
  ...['star', 'stars', 'starred'].map((word) => [word, 'star'] as const),
])

/**
 * Splits a search into at most MAX_SEARCH_TERMS parts. Every text is a search: what looks like a filter and is none, such as
 * `before:lunch`, is a word.
 */
export function parseSearch(text: string): SearchPart[] {
  const parts = [...text.matchAll(PART)].flatMap(([source, minus = '', phrase, word = '']): SearchPart[] => {
    const isExcluded = minus !== ''
    if (phrase !== undefined) {
      const value = phrase.trim().replace(/\s+/gu, ' ')
      return value ? [{ kind: 'phrase', value, isExcluded, source: `${isExcluded ? '-' : ''}"${value}"` }] : []
    }
    return /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(word) ? [{ ...parseWord(word), isExcluded, source }] : []
  })
  return parts.slice(0, MAX_SEARCH_TERMS)
}

function parseWord(word: string): Pick<SearchPart, 'kind' | 'value'> {
  const [, name = '', value = ''] = FILTER.exec(word) ?? []
  switch (name.toLowerCase()) {
    case 'from':
      return { kind: 'from', value: value.replace(/^@/, '').toLowerCase() }
    case 'before':
    case 'after':
      if (isDay(value)) return { kind: name.toLowerCase() as 'before' | 'after', value }
      break
    case 'has': {
      const content = CONTENT_WORDS.get(value.toLowerCase())
      if (content) return { kind: 'has', value: content }
    }
  }
  return /^[#＃].*\p{L}/u.test(word) ? { kind: 'tag', value: toTag(word) } : { kind: 'word', value: word }
}

/** Returns true for a day of the calendar, such as `2026-01-31`. */
const isDay = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value)

/** Returns a tag as it is stored: without `#`, in lower case, with full-width letters as usual ones. */
export const toTag = (text: string): string =>
  text
    .replace(/^[#＃]/u, '')
    .normalize('NFKC')
    .toLowerCase()

/** Returns the text of a search that has these parts. */
export const joinSearch = (parts: readonly SearchPart[]): string => parts.map(({ source }) => source).join(' ')
