import { events } from '@meadow/contracts'
import { createWordMatcher } from '@meadow/contracts/word-matcher'
import { type EventHandler, onEvent } from '@meadow/events'
import { DomainError } from '@meadow/service'

/** The words that the installation refuses. The version is 0 before the first change. */
type RefusedWords = { version: number; words: readonly string[] }

/** Stores the words as a service knows them from events of auth; auth itself writes them. */
export type RefusedWordStore = {
  /** Returns the words if their version is not `version`. */
  readOther(version: number): Promise<RefusedWords | undefined>
  /** Stores the words if they are newer. */
  apply(words: RefusedWords): Promise<void>
}

/** Stores the words that auth publishes. */
export const onRefusedWordsUpdated: EventHandler<{ refusedWords: RefusedWordStore }> = onEvent(
  events.refusedWordsUpdated,
  ({ data: { version, words } }, { refusedWords }: { refusedWords: RefusedWordStore }) =>
    refusedWords.apply({ version, words }),
)

/** Checks texts by the names of their fields. @throws words_refused with the fields, never with the words */
export type AssertWordsAllowed = (
  fields: Readonly<Record<string, string | readonly string[] | undefined>>,
) => Promise<void>

/** An instance looks for other words after this time. */
const REFRESH_AFTER_MS = 5_000

/** Texts wait for the words if those are older, so that other words act within this time. */
const MAX_AGE_MS = 10_000

const MESSAGE = 'This contains words that this Meadow does not allow'

/**
 * Creates the check of texts. It reads the words when they are needed, at most every 5 s. Where texts come often, only the first one waits
 * for that; the others are compared with the words that are known by then.
 */
export function createWordCheck({
  refusedWords,
  now,
}: {
  refusedWords: Pick<RefusedWordStore, 'readOther'>
  now: () => Date
}): AssertWordsAllowed {
  let known = { version: 0, isRefused: createWordMatcher([]) }
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    const other = await refusedWords.readOther(known.version)
    if (other) known = { version: other.version, isRefused: createWordMatcher(other.words) }
    readAt = now().getTime()
  }

  return async (fields) => {
    const age = now().getTime() - readAt
    if (age >= REFRESH_AFTER_MS) {
      reading ??= read().finally(() => {
        reading = undefined
      })
      if (age >= MAX_AGE_MS) await reading
      else reading.catch(() => {}) // the next text reads again
    }
    const refused = Object.entries(fields)
      .filter(([, texts = []]) => [texts].flat().some(known.isRefused))
      .map(([field]) => field)
    if (refused.length === 0) return
    throw new DomainError('words_refused', {
      fields: Object.fromEntries(refused.map((field) => [field, MESSAGE])),
      fieldCodes: Object.fromEntries(refused.map((field) => [field, 'words_refused'])),
    })
  }
}
