import { expect, it } from '@jest/globals'
import { MAX_GROUP_MEMBERS } from '@meadow/contracts/limits'
import { DomainError } from '@meadow/service'
import fc from 'fast-check'
import { type Group, type GroupChange, type GroupPlan, planGroupChange } from './group.ts'

const START = Date.UTC(2026, 0, 1)
const memberIds = Array.from({ length: 8 }, (_none, index) => `m${index}`)
const memberId = fc.constantFrom(...memberIds)
const change: fc.Arbitrary<GroupChange> = fc.oneof(
  fc.constant<GroupChange>({ kind: 'accept' }),
  fc.record({ kind: fc.constant('rename' as const), name: fc.constantFrom('One', 'Two') }),
  fc.record({ kind: fc.constant('invite' as const), memberIds: fc.array(memberId, { maxLength: 5 }) }),
  fc.record({ kind: fc.constant('remove' as const), memberId }),
  fc.record({ kind: fc.constant('set_role' as const), memberId, role: fc.constantFrom('admin' as const, 'member') }),
)

/** Returns the group after a change, as the stores write it; undefined if it is deleted. */
function applyPlan(group: Group, plan: GroupPlan, minute: number): Group | undefined {
  const { isDeleted, name = group.name, invited = [], uninvited, joined, left, roles = [] } = plan
  if (isDeleted) return undefined
  const joinedAt = new Date(START + minute * 60_000)
  const entry = { role: 'member' as const, joinedAt, readUpTo: 0, deliveredUpTo: 0, unread: 0 }
  const members = [...group.members.filter(({ _id }) => _id !== left), ...(joined ? [{ ...entry, ...joined }] : [])]
  return {
    ...group,
    name,
    seq: group.seq + plan.notices.length,
    members: members.map((member) => ({ ...member, ...roles.find(({ _id }) => _id === member._id) })),
    invitations: [...group.invitations.filter(({ _id }) => _id !== uninvited), ...invited],
  }
}

const newGroup: Group = {
  _id: 'group',
  name: 'One',
  seq: 1,
  rev: 1,
  createdAt: new Date(START),
  movedAt: new Date(START),
  members: [
    { _id: 'm0', role: 'admin', joinedAt: new Date(START), fromSeq: 0, readUpTo: 0, deliveredUpTo: 0, unread: 0 },
  ],
  invitations: [],
}

it('a group has an admin as long as it exists, everybody once, and 50 at most, whatever its members do', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(memberId, change), { maxLength: 60 }), (steps) => {
      let group: Group | undefined = newGroup
      for (const [minute, [actorId, wanted]] of steps.entries()) {
        const plan = attempt(group, actorId, wanted)
        if (plan) group = applyPlan(group, plan, minute)
        if (!group) return
        const ids = [...group.members, ...group.invitations].map(({ _id }) => _id)
        expect(group.members.filter(({ role }) => role === 'admin').length).toBeGreaterThan(0)
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids.length).toBeLessThanOrEqual(MAX_GROUP_MEMBERS)
        expect(group.invitations.every(({ fromSeq }) => fromSeq <= (group?.seq ?? 0))).toBe(true)
      }
    }),
  )
})

/** Returns undefined for a change that is refused or changes nothing. */
function attempt(group: Group, actorId: string, wanted: GroupChange): GroupPlan | undefined {
  try {
    return planGroupChange(group, actorId, wanted)
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}
