import { expect, it } from '@jest/globals'
import { formatReaders } from './format-readers.ts'
import { aGroupMember } from './testing/group-fixtures.ts'

const own = { seq: 4, sender: { _id: 'me' } }
const me = aGroupMember({ _id: 'me', readUpTo: 9 })
const member = (name: string, readUpTo: number, fromSeq = 0) =>
  aGroupMember({ _id: name, fullName: `${name} Fell`, readUpTo, fromSeq })

it.each([
  ['nobody', [member('Mara', 3), member('Ben', 0)], undefined],
  ['one of two', [member('Mara', 4), member('Ben', 0)], 'Read by Mara'],
  ['both', [member('Mara', 4), member('Ben', 5)], 'Read by Mara and Ben'],
  [
    'three of four',
    [member('Mara', 4), member('Ben', 5), member('Cleo', 4), member('Dora', 0)],
    'Read by Mara and 2 others',
  ],
  ['nobody who was invited after the message', [member('Mara', 4), member('Ben', 6, 4)], 'Read by Mara'],
  [
    'all who see it',
    [member('Mara', 4), member('Ben', 5), member('Cleo', 4), member('Dora', 6, 4)],
    'Read by everybody',
  ],
  ['all of three', [member('Mara', 4), member('Ben', 5), member('Cleo', 4)], 'Read by everybody'],
])('names %s who have read a message', (_, members, text) => {
  expect(formatReaders({ members: [me, ...members] }, own)).toBe(text)
})
