import { expect, it } from '@jest/globals'
import { createTestMember, describeOnEachEngine, shareAcrossTests } from '@meadow/testing'
import { nextMoment, storeOpeners } from './repository-fixtures.ts'

describeOnEachEngine(storeOpeners, (open) => {
  const store = shareAcrossTests(open)

  it('the newest position of a member stays, in whatever order the devices send theirs', async () => {
    const { readingPositions } = await store()
    const [{ _id }, neighbour] = [createTestMember(), createTestMember()]
    const [early, middle, late] = [nextMoment(), nextMoment(), nextMoment()]
    expect(await readingPositions.find(_id)).toBeUndefined()
    expect(await readingPositions.advance(_id, middle)).toEqual(middle)
    expect(await readingPositions.advance(_id, early)).toEqual(middle)
    expect(await readingPositions.advance(_id, late)).toEqual(late)
    expect(await readingPositions.advance(_id, late)).toEqual(late)
    expect(await readingPositions.find(_id)).toEqual(late)
    expect(await readingPositions.find(neighbour._id)).toBeUndefined()
  })

  it('the newest of positions that come at once stays', async () => {
    const { readingPositions } = await store()
    const { _id } = createTestMember()
    const moments = Array.from({ length: 8 }, nextMoment)
    await Promise.all(moments.toReversed().map((moment) => readingPositions.advance(_id, moment)))
    expect(await readingPositions.find(_id)).toEqual(moments.at(-1))
  })
})
