import { expect, it } from '@jest/globals'
import { cacheByText } from '../src/index.ts'

it('a cached function computes each text once, also if the result is undefined, and forgets the oldest of many', () => {
  const computed: string[] = []
  const toLength = cacheByText((text) => {
    computed.push(text)
    return text.length || undefined
  })
  expect([toLength('one'), toLength(''), toLength('one'), toLength('')]).toEqual([3, undefined, 3, undefined])
  expect(computed).toEqual(['one', ''])
  for (let index = 0; index < 1_000; index += 1) toLength(`text ${index}`)
  toLength('text 999')
  toLength('one')
  expect(computed.slice(-2)).toEqual(['text 999', 'one'])
})
