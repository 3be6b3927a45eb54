import { MESSAGE_CONTENTS, type MessageContent, type SearchPart } from '@meadow/contracts/parse-search'
import type { KeysetKey, ThrottleLimit } from '@meadow/service'

/**
 * The conditions under which a message in any conversation of a member is found. Texts are parts of the content, in any case and without
 * accents. Times are exclusive at their end and inclusive at their beginning.
 */
export type InboxSearch = {
  required: readonly string[]
  excluded: readonly string[]
  senderId: string | undefined
  before: Date | undefined
  since: Date | undefined
  /** The content of the messages that are found; undefined for any. */
  has: MessageContent | undefined
}

/** The window of a page of found messages: those behind `after`. */
export type InboxSearchWindow = { after: KeysetKey | undefined; limit: number }

const DAY_MS = 86_400_000

/** The searches of a member: more than somebody types. */
export const INBOX_SEARCH_LIMIT: ThrottleLimit = { name: 'message-searches', max: 300, windowSeconds: 300 }

/** Converts the parts of a search, except its sender. Returns undefined if it asks for nothing. */
export function toInboxSearch(parts: readonly SearchPart[]): InboxSearch | undefined {
  const [before, after] = [getValue(parts, 'before'), getValue(parts, 'after')]
  const search = {
    required: listTexts(parts.filter(({ isExcluded }) => !isExcluded)),
    excluded: listTexts(parts.filter(({ isExcluded }) => isExcluded)),
    senderId: undefined,
    before: before ? new Date(before) : undefined,
    since: after ? new Date(Date.parse(after) + DAY_MS) : undefined,
    has: MESSAGE_CONTENTS.find((content) => content === getValue(parts, 'has')),
  }
  const texts = [...search.required, ...search.excluded]
  return texts.length > 0 || getSenderName(parts) || before || after || search.has ? search : undefined
}

/** Returns the username of the sender whom a search names, or `me`. */
export const getSenderName = (parts: readonly SearchPart[]): string | undefined => getValue(parts, 'from')

const getValue = (parts: readonly SearchPart[], kind: SearchPart['kind']): string | undefined =>
  parts.find((part) => part.kind === kind && !part.isExcluded)?.value

const listTexts = (parts: readonly SearchPart[]): string[] =>
  parts.flatMap(({ kind, value }) => {
    if (kind === 'tag') return [`#${value}`]
    return kind === 'word' || kind === 'phrase' ? [value] : []
  })
