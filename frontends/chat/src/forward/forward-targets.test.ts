import { expect, it } from '@jest/globals'
import { somebody } from '@meadow/features/testing'
import { canForward, listForwardTargets, MAX_FORWARD_TARGETS, toggleForwardTarget } from './forward-targets.ts'

const members = Array.from({ length: 7 }, (_, index) =>
  somebody({ username: `m${index}`, fullName: `Member ${index}` }),
)
type Member = (typeof members)[0]
const [one, two, three, four] = members as [Member, Member, Member, Member]

it('the members of conversations come first, without those who are closed or a request', () => {
  const conversations = [
    { user: { ...two, isOnline: false, lastActive: null }, canSend: true },
    { user: { ...three, isOnline: false, lastActive: null }, canSend: false },
    { user: { ...four, isOnline: false, lastActive: null }, canSend: true, request: 'received' as const },
  ]
  expect(listForwardTargets(conversations, [one, two, three]).map(({ _id }) => _id)).toEqual([two._id, one._id])
})

it('at most five are chosen', () => {
  const chosen = members.reduce<readonly (typeof members)[0][]>(toggleForwardTarget, [])
  expect(chosen).toEqual(members.slice(0, MAX_FORWARD_TARGETS))
  expect(toggleForwardTarget(chosen, one)).toEqual(members.slice(1, MAX_FORWARD_TARGETS))
})

it('what disappears, is gone, waits or failed is not forwarded', () => {
  const voice = { status: 'ready' as const, url: '/v.m4a', durationMs: 1_000, peaks: [] }
  expect(canForward({ deletedAt: null })).toBe(true)
  expect(canForward({ deletedAt: null, voice })).toBe(true)
  for (const fields of [
    { expiresAt: '2026-05-01T12:00:00.000Z' },
    { deletedAt: '2026-05-01T12:00:00.000Z' },
    { localState: 'sending' as const },
    { voice: { ...voice, status: 'failed' as const } },
    { system: { event: 'disappearing' as const, disappearAfter: null } },
  ])
    expect(canForward({ deletedAt: null, ...fields })).toBe(false)
})
