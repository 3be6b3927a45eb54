import { describe, expect, it } from '@jest/globals'
import { type GroupChange, withGroupChange, withoutGroupChange } from './group-change-action.ts'
import { describeLeaving } from './leave-group-dialog.tsx'
import { aGroup, aGroupMember } from './testing/group-fixtures.ts'

const [ada, ben, cleo] = ['ada', 'ben', 'cleo'].map((_id) => aGroupMember({ _id, username: _id, fullName: _id }))
if (!ada || !ben || !cleo) throw new Error('three members')
const group = aGroup({ role: 'admin', memberCount: 2, members: [{ ...ada, role: 'admin' }, ben], invited: [cleo] })
const dora = aGroupMember({ _id: 'dora' })

const CHANGES: [string, GroupChange][] = [
  ['a new name', { kind: 'rename', name: 'Walkers' }],
  ['an admin', { kind: 'role', memberId: 'ben', role: 'admin' }],
  ['an invitation', { kind: 'invite', members: [dora] }],
  ['a removal', { kind: 'remove', memberId: 'ben' }],
  ['a withdrawn invitation', { kind: 'remove', memberId: 'cleo' }],
]

describe.each(CHANGES)('%s that waits', (_, change) => {
  it('is shown once, however often it is applied', () => {
    const changed = withGroupChange(group, change)
    expect(changed).not.toEqual(group)
    expect(withGroupChange(changed, change)).toEqual(changed)
  })

  it('leaves no trace when it is taken back', () => {
    expect(withoutGroupChange(withGroupChange(group, change), change, group)).toEqual(group)
    expect(withoutGroupChange(group, change, group)).toEqual(group)
  })
})

it('a removal that is taken back keeps the count of a list, which does not have the member', () => {
  const listed = { ...group, members: group.members.slice(0, 1) }
  const change: GroupChange = { kind: 'remove', memberId: 'ben' }
  expect(withoutGroupChange(withGroupChange(listed, change), change, group).memberCount).toBe(2)
})

it('an invitation that is not accepted on the server shows no messages', () => {
  const invited = aGroup({ role: null })
  expect(withGroupChange(invited, { kind: 'accept' })).toBe(invited)
})

describe('the question before leaving', () => {
  it.each([
    ['says that the group is deleted with its last member', { memberCount: 1, members: [ada] }, 'are deleted'],
    ['says who becomes an admin after the only one', {}, 'The member who joined first becomes one'],
    ['says that an admin can invite again', { role: 'member' as const }, 'An admin can invite you again'],
  ])('%s', (_, fields, text) => {
    expect(describeLeaving({ ...group, ...fields })).toContain(text)
  })
})
