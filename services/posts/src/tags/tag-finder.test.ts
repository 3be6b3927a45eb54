import { expect, it } from '@jest/globals'
import { createTagFinder } from './tag-finder.ts'

function setUp() {
  const asked: string[] = []
  const state = { time: 0, fails: false }
  const findTags = createTagFinder({
    tags: {
      findByPrefix: async (prefix) => {
        asked.push(prefix)
        if (state.fails) throw new Error('no store')
        return [{ tag: `${prefix}s`, postsCount: asked.length }]
      },
    },
    now: () => new Date(state.time),
  })
  return { asked, state, findTags }
}

it('asks the store once in five seconds for the same beginning and number', async () => {
  const { asked, state, findTags } = setUp()
  const first = await findTags('fern', 5)
  state.time = 5_000
  expect(await findTags('fern', 5)).toBe(first)
  await findTags('fern', 6)
  await findTags('moss', 5)
  state.time = 5_001
  expect(await findTags('fern', 5)).toEqual([{ tag: 'ferns', postsCount: 4 }])
  expect(asked).toEqual(['fern', 'fern', 'moss', 'fern'])
})

it('asks again after a failure, and keeps only the newest 500', async () => {
  const { asked, state, findTags } = setUp()
  state.fails = true
  await expect(findTags('fern', 5)).rejects.toThrow('no store')
  state.fails = false
  await findTags('fern', 5)
  for (let index = 0; index < 500; index += 1) await findTags(`tag${index}`, 5)
  await findTags('tag499', 5)
  expect(asked).toHaveLength(502)
  await findTags('fern', 5)
  expect(asked).toHaveLength(503)
})
