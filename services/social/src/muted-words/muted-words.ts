import { type EventOf, events, type MutedWordView } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { isMutedWordInEffect, type MutedWordList, toMutedWordForm } from '@meadow/members'
import { DomainError } from '@meadow/service'

/** A new list of muted words and its event. */
type MutedWordChange = { list: MutedWordList; event: EventOf<typeof events.memberMutedWordsUpdated> }

/** Stores the words that members mute. */
export type MutedWordRepository = {
  find(memberId: string): Promise<MutedWordList>
  /**
   * Calls `decide`, and stores its change with the event in one transaction. Returns the stored list. @throws forbidden if the member is
   * not active
   */
  change(memberId: string, decide: (known: MutedWordList) => MutedWordChange): Promise<MutedWordList>
}

/**
 * Replaces the words that a member mutes. Of several words that mean the same the last one counts, and words that have ended are left out.
 * `stamp` is the id and time of the event. @throws invalid_request if a word has neither a letter nor a sign
 */
export function changeMutedWords(
  { memberId, version }: MutedWordList,
  wanted: readonly MutedWordView[],
  stamp: { id: string; time: Date },
): MutedWordChange {
  const byForm = new Map(wanted.map((word) => [toMutedWordForm(word.text), word]))
  if (byForm.has('')) {
    const fields = { words: 'A word needs letters or signs' }
    throw new DomainError('invalid_request', { fields, fieldCodes: { words: 'custom' } })
  }
  const words = [...byForm.values()]
    .filter((word) => isMutedWordInEffect(word, stamp.time))
    .map((word) => ({ text: word.text, until: word.until, in: [...new Set(word.in)] }))
  const list = { memberId, version: version + 1, words }
  const data = { version: list.version, words }
  return {
    list,
    event: createEvent(events.memberMutedWordsUpdated, { source: 'social', subject: memberId, ...stamp, data }),
  }
}

/** Converts the list to the view in responses: the words that act at the time `now`, in places that this version knows. */
export const toMutedWordViews = ({ words }: MutedWordList, now: Date): MutedWordView[] =>
  words
    .filter((word) => isMutedWordInEffect(word, now))
    .map(({ text, until, in: places }) => ({
      text,
      until,
      in: (['feed', 'alerts'] as const).filter((place) => places.includes(place)),
    }))
