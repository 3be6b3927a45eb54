import { randomUUID } from 'node:crypto'

export type TestMember = { _id: string; username: string; fullName: string; avatar: string }

export const alice: TestMember = {
  _id: '0199a000-0000-7000-8000-00000000a11c',
  username: 'alice',
  fullName: 'Alice Meadows',
  avatar: '',
}

export const bob: TestMember = {
  _id: '0199a000-0000-7000-8000-000000000b0b',
  username: 'bob',
  fullName: 'Bob Rivers',
  avatar: '',
}

export const carol: TestMember = {
  _id: '0199a000-0000-7000-8000-0000000ca401',
  username: 'carol',
  fullName: 'Carol Hills',
  avatar: '',
}

/** An id that no test gives to anything. */
export const UNKNOWN_ID = '0199a000-0000-7000-8000-00000000dead'

/** Builds a member with a new id, whom no service knows yet. */
export function createTestMember(): TestMember {
  const _id = randomUUID()
  const suffix = _id.slice(0, 8)
  return { _id, username: `member_${suffix}`, fullName: `Member ${suffix}`, avatar: '' }
}
