import { expect, it } from '@jest/globals'
import { listUsernameProposals } from './propose-username.ts'

it.each([
  [['jane.doe@example.org', null], 'jane.doe'], // an address where a username is expected
  [['', 'Łukasz  O’Brien'], 'lukasz.obrien'],
  [['José Muñoz'], 'jose.munoz'],
  [['漢字', '', 'wei.li@example.org'], 'wei.li'],
  [['漢字'], 'member'],
  [['ab'], 'member'],
  [['..__a-b--c__..'], 'a.b.c'],
  [['__proto__'], 'proto'],
  [['a'.repeat(60)], 'a'.repeat(30)],
  [['admin'], 'admin2'],
] as const)('%p becomes %s', (sources, expected) => {
  expect(listUsernameProposals(sources, '123456')[0]).toBe(expected)
})

it('ends with a proposal that is almost certainly free, all of them valid', () => {
  const proposals = listUsernameProposals(['a'.repeat(60)], '123456')
  expect(proposals).toHaveLength(10)
  expect(proposals.at(-1)).toBe(`${'a'.repeat(24)}123456`)
})
