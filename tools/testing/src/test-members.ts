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
