import { describe, expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { describeOnEachEngine, eventually } from '@meadow/testing'
import { createWordCheck, onRefusedWordsUpdated, type RefusedWordStore } from '../src/index.ts'
import { createId, engines, noon } from './fixtures.ts'

/** Handles the event of a change, as a consumer does. */
const deliver = (refusedWords: RefusedWordStore, version: number, words: string[]) => {
  const id = createId()
  const event = createEvent(events.refusedWordsUpdated, {
    ...{ source: 'auth', subject: id, id, time: noon },
    data: { version, words },
  })
  return onRefusedWordsUpdated.handle([event] as never, { refusedWords })
}

describeOnEachEngine(engines, (open) => {
  it('stores the newest words, in whatever order and however often they arrive', async () => {
    await using opened = await open()
    const { refusedWords } = opened
    expect(await refusedWords.readOther(0)).toBeUndefined()
    await deliver(refusedWords, 2, ['ham', '$eggs'])
    await deliver(refusedWords, 1, ['bacon'])
    await deliver(refusedWords, 2, ['bacon'])
    expect(await refusedWords.readOther(0)).toEqual({ version: 2, words: ['ham', '$eggs'] })
    expect(await refusedWords.readOther(2)).toBeUndefined()
    await deliver(refusedWords, 3, [])
    expect(await refusedWords.readOther(2)).toEqual({ version: 3, words: [] })
  })
})

describe('the check of texts', () => {
  function openCheck() {
    let stored = { version: 1, words: ['ham'] }
    let time = noon.getTime()
    let readCount = 0
    let isAway = false
    const readOther = async (version: number) => {
      readCount += 1
      if (isAway) throw new Error('away')
      return version === stored.version ? undefined : stored
    }
    return {
      assertAllowed: createWordCheck({ refusedWords: { readOther }, now: () => new Date(time) }),
      store: (version: number, words: string[]) => {
        stored = { version, words }
      },
      setAway: (value: boolean) => {
        isAway = value
      },
      advance: (ms: number) => {
        time += ms
      },
      getReadCount: () => readCount,
    }
  }

  it('names the fields, and not the words', async () => {
    const { assertAllowed } = openCheck()
    const refused = assertAllowed({ fullName: 'Ann', bio: 'I eat HAM', alt: ['a cat', 'ham'], location: undefined })
    const message = 'This contains words that this Meadow does not allow'
    await expect(refused).rejects.toMatchObject({
      code: 'words_refused',
      fields: { bio: message, alt: message },
      fieldCodes: { bio: 'words_refused', alt: 'words_refused' },
    })
    await expect(refused).rejects.not.toThrow(/ham/i)
    await assertAllowed({ bio: 'hamlet', alt: [] })
  })

  const REFUSED = { code: 'words_refused' }

  it('knows other words within ten seconds, however rare texts are', async () => {
    const { assertAllowed, store, advance, getReadCount } = openCheck()
    await Promise.all([assertAllowed({ text: 'eggs' }), assertAllowed({ text: 'eggs' })])
    expect(getReadCount()).toBe(1)
    store(2, ['eggs'])
    advance(10_000)
    await expect(assertAllowed({ text: 'eggs' })).rejects.toMatchObject(REFUSED)
    await assertAllowed({ text: 'ham' })
    expect(getReadCount()).toBe(2)
  })

  it('looks for other words after five seconds, and holds up no text for it', async () => {
    const { assertAllowed, store, advance, getReadCount } = openCheck()
    await assertAllowed({ text: 'eggs' })
    store(2, ['eggs'])
    advance(4_999)
    await assertAllowed({ text: 'eggs' })
    expect(getReadCount()).toBe(1)
    advance(1)
    await Promise.all([assertAllowed({ text: 'eggs' }), assertAllowed({ text: 'eggs' })])
    await eventually(() => expect(assertAllowed({ text: 'eggs' })).rejects.toMatchObject(REFUSED))
    expect(getReadCount()).toBe(2)
  })

  it('goes on with the words that it knows for a while if the store is away', async () => {
    const { assertAllowed, setAway, advance } = openCheck()
    await assertAllowed({ text: 'eggs' })
    setAway(true)
    advance(5_000)
    await assertAllowed({ text: 'eggs' })
    await expect(assertAllowed({ text: 'ham' })).rejects.toMatchObject(REFUSED)
    advance(5_000)
    await expect(assertAllowed({ text: 'eggs' })).rejects.toThrow('away')
  })
})
