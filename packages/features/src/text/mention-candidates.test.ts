import { expect, it } from '@jest/globals'
import { somebody } from '../testing/fixtures.ts'
import { chooseMentionCandidates, MAX_SHOWN_CANDIDATES } from './mention-candidates.ts'

const mara = somebody({ username: 'm.vega', fullName: 'Mára Vega', isFollowing: true })
const marc = somebody({ username: 'marc', fullName: 'Lee Aman' })
const stranger = somebody({ username: 'maria', fullName: 'Maria Stone' })
const usernames = (...parameters: Parameters<typeof chooseMentionCandidates>) =>
  chooseMentionCandidates(...parameters).map(({ username }) => username)

it('offers those whom one knows first, by username or by a word of the name, without marks', () => {
  expect(usernames('ma', [mara, marc], [stranger, marc])).toEqual(['m.vega', 'marc', 'maria'])
  expect(usernames('VE', [mara, marc], [])).toEqual(['m.vega'])
  expect(usernames('', [mara, marc], [])).toEqual(['m.vega', 'marc'])
})

it('offers the member with exactly this username first, then followed ones among those found', () => {
  expect(usernames('maria', [], [mara, stranger])).toEqual(['maria', 'm.vega'])
  expect(usernames('ma', [], [stranger, mara])).toEqual(['m.vega', 'maria'])
})

it('offers nobody whom a mention does not reach', () => {
  const hidden = { ...stranger, isPrivate: true }
  expect(usernames('ma', [], [hidden, { ...mara, isPrivate: true }])).toEqual(['m.vega'])
})

it('offers each member once, and only a few', () => {
  const many = Array.from({ length: 20 }, (_, index) => somebody({ username: `mo${index}` }))
  expect(usernames('mo', many, many)).toEqual(many.slice(0, MAX_SHOWN_CANDIDATES).map(({ username }) => username))
})
