import { describe, expect, it } from '@jest/globals'
import { MAX_GROUP_MEMBERS } from '@meadow/contracts/limits'
import { assertInvitable, type Group, type GroupChange, type GroupRole, planGroupChange } from './group.ts'

const NOW = new Date('2026-01-01T12:00:00Z')
const NOTHING_READ = { readUpTo: 0, deliveredUpTo: 0, unread: 0, fromSeq: 0 }

const member = (_id: string, role: GroupRole = 'member', minute = 0) => ({
  ...NOTHING_READ,
  _id,
  role,
  joinedAt: new Date(NOW.getTime() + minute * 60_000),
})

const group = (fields: Partial<Group> = {}): Group => ({
  _id: 'hikers',
  name: 'Hikers',
  seq: 7,
  rev: 9,
  createdAt: NOW,
  movedAt: NOW,
  members: [member('ann', 'admin'), member('ben', 'member', 1), member('cas', 'member', 2)],
  invitations: [{ _id: 'ivy', invitedBy: 'ann', fromSeq: 3 }],
  ...fields,
})

const refused = (code: string) => expect.objectContaining({ code })
const remove = (memberId: string): GroupChange => ({ kind: 'remove', memberId })
const setRole = (memberId: string, role: GroupRole): GroupChange => ({ kind: 'set_role', memberId, role })
const invite = (...memberIds: string[]): GroupChange => ({ kind: 'invite', memberIds })

describe('planGroupChange', () => {
  it.each<GroupChange>([
    { kind: 'accept' },
    { kind: 'rename', name: 'X' },
    remove('eve'),
    remove('ben'),
    invite('dan'),
  ])('does not exist for others: %j', (change) =>
    expect(() => planGroupChange(group(), 'eve', change)).toThrow(refused('not_found')),
  )

  it.each<GroupChange>([{ kind: 'rename', name: 'X' }, remove('cas'), invite('dan'), setRole('ben', 'admin')])(
    'is for admins: %j',
    (change) => {
      expect(() => planGroupChange(group(), 'ben', change)).toThrow(refused('not_group_admin'))
      expect(() => planGroupChange(group(), 'ivy', change)).toThrow(refused('not_found'))
    },
  )

  it('lets an invited member join, who sees what came after the invitation, or decline', () => {
    const joined = { uninvited: 'ivy', joined: { _id: 'ivy', fromSeq: 3 }, notices: [{ event: 'joined' }] }
    expect(planGroupChange(group(), 'ivy', { kind: 'accept' })).toEqual(joined)
    expect(planGroupChange(group(), 'ben', { kind: 'accept' })).toBeUndefined()
    expect(planGroupChange(group(), 'ivy', remove('ivy'))).toEqual({ uninvited: 'ivy', notices: [] })
    expect(planGroupChange(group(), 'ann', remove('ivy'))).toEqual({ uninvited: 'ivy', notices: [] })
    expect(() => planGroupChange(group(), 'ben', remove('ivy'))).toThrow(refused('not_group_admin'))
  })

  it('counts a member who is invited twice once, and leaves those who are there', () => {
    const plan = planGroupChange(group(), 'ann', invite('dan', 'dan', 'ben', 'ivy'))
    expect(plan).toEqual({ invited: [{ _id: 'dan', invitedBy: 'ann', fromSeq: 7 }], notices: [] })
    expect(planGroupChange(group(), 'ann', invite('ben', 'ivy'))).toBeUndefined()
  })

  it('has room for 50, invited members included', () => {
    const some = (count: number) => Array.from({ length: count }, (_none, index) => `m${index}`)
    const free = MAX_GROUP_MEMBERS - 4
    expect(planGroupChange(group(), 'ann', invite(...some(free)))?.invited).toHaveLength(free)
    expect(() => planGroupChange(group(), 'ann', invite(...some(free + 1)))).toThrow(refused('group_full'))
  })

  it('makes the member who joined first an admin when the last admin leaves', () => {
    const notices = [{ event: 'left' }, { event: 'admin', memberId: 'ben' }]
    const left = { left: 'ann', roles: [{ _id: 'ben', role: 'admin' }], notices }
    expect(planGroupChange(group(), 'ann', remove('ann'))).toEqual(left)
    const members = [member('ann', 'admin'), member('ben'), member('cas', 'admin', 2)]
    expect(planGroupChange(group({ members }), 'ann', remove('ann'))).toEqual({
      left: 'ann',
      notices: [{ event: 'left' }],
    })
  })

  it('deletes the group when its last member leaves, whoever is invited', () => {
    const plan = planGroupChange(group({ members: [member('ann', 'admin')] }), 'ann', remove('ann'))
    expect(plan).toMatchObject({ left: 'ann', isDeleted: true })
  })

  it('lets the first of two admins remove the other, who is then a stranger', () => {
    const members = [member('ann', 'admin'), member('ben', 'admin')]
    expect(planGroupChange(group({ members }), 'ann', remove('ben'))).toMatchObject({ left: 'ben' })
    const after = group({ members: members.slice(0, 1) })
    expect(() => planGroupChange(after, 'ben', remove('ann'))).toThrow(refused('not_found'))
  })

  it('gives roles, and keeps the last admin', () => {
    const promoted = { roles: [{ _id: 'ben', role: 'admin' }], notices: [{ event: 'admin', memberId: 'ben' }] }
    expect(planGroupChange(group(), 'ann', setRole('ben', 'admin'))).toEqual(promoted)
    expect(planGroupChange(group(), 'ann', setRole('ben', 'member'))).toBeUndefined()
    expect(() => planGroupChange(group(), 'ann', setRole('ann', 'member'))).toThrow(refused('last_admin'))
    expect(() => planGroupChange(group(), 'ann', setRole('ivy', 'admin'))).toThrow(refused('member_not_found'))
    expect(() => planGroupChange(group(), 'ann', remove('dan'))).toThrow(refused('member_not_found'))
  })

  it('changes the name once', () => {
    const renamed = { name: 'Climbers', notices: [{ event: 'renamed', name: 'Climbers' }] }
    expect(planGroupChange(group(), 'ann', { kind: 'rename', name: 'Climbers' })).toEqual(renamed)
    expect(planGroupChange(group(), 'ann', { kind: 'rename', name: 'Hikers' })).toBeUndefined()
  })
})

it('only mutual followers are invited, and no two who block each other', () => {
  const mutualIds = new Set(['ann', 'ben'])
  expect(() => assertInvitable(['ann', 'ben'], { mutualIds, blocks: [] })).not.toThrow()
  expect(() => assertInvitable(['ann', 'eve'], { mutualIds, blocks: [] })).toThrow(refused('not_invitable'))
  expect(() => assertInvitable(['ann'], { mutualIds, blocks: [{}] })).toThrow(refused('not_invitable'))
})
