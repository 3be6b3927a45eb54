import { describe, expect, it } from '@jest/globals'
import { findRejectedNames, findRejectedWord, splitIntoWords } from './find-rejected-names.mjs'
import { REJECTED_WORDS } from './rejected-words.mjs'

describe('the check of names', () => {
  it.each([
    ['createHTTPServer', ['create', 'http', 'server']],
    ['graph-telling', ['graph', 'telling']],
    ['MAX_PLACE_MS', ['max', 'place', 'ms']],
  ])('splits %s into words', (name, words) => expect(splitIntoWords(name)).toEqual(words))

  it('rejects a word as a part of a name, and not inside of another word', () => {
    expect(findRejectedWord('toldRev')).toBe('told')
    expect(findRejectedWord('KEPT_DAYS')).toBe('kept')
    expect(findRejectedWord('placeholder')).toBeUndefined()
    expect(findRejectedWord('replaceText')).toBeUndefined()
  })

  it('allows a rejected word in a term of the field', () => {
    expect(findRejectedWord('deadLetterTopic')).toBeUndefined()
    expect(findRejectedWord('readKafkaDeadLetters')).toBeUndefined()
    expect(findRejectedWord('letterId')).toBe('letter')
  })

  it('reports file names and exports, and ignores local names', () => {
    const text = 'export type Parts = {}\nconst told = 1\nexport async function tellAll() {}\n'
    const problems = findRejectedNames(new Map([['services/chat/src/message-desk.ts', text]]))
    expect(problems).toEqual(
      [
        ['message-desk', 'desk'],
        ['Parts', 'parts'],
        ['tellAll', 'tell'],
      ].map(
        ([name, word]) =>
          `services/chat/src/message-desk.ts: the name ${name} contains '${word}': ${REJECTED_WORDS[word]}`,
      ),
    )
  })

  it('has a reason for every word', () => {
    for (const reason of Object.values(REJECTED_WORDS)) expect(reason).toContain(': ')
  })
})
