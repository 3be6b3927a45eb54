import type { GroupMessageView, GroupView } from '@meadow/contracts/browser'
import { ann, kofi } from '../../testing/fixtures.ts'

/** Creates a member of a group. */
export const aGroupMember = (fields: Partial<GroupView['members'][number]> = {}): GroupView['members'][number] => ({
  ...kofi,
  role: 'member',
  joinedAt: '2026-05-01T12:00:00.000Z',
  readUpTo: 0,
  isBlocked: false,
  ...fields,
})

/** Creates a group of Kofi, its admin, and Ann, who is the viewer. */
export const aGroup = (fields: Partial<GroupView> = {}): GroupView => ({
  _id: '01890000-0000-7000-b000-000000000001',
  kind: 'group',
  name: 'Hikers',
  role: 'member',
  invitedBy: null,
  memberCount: 2,
  members: [aGroupMember({ role: 'admin' }), aGroupMember({ ...ann })],
  invited: [],
  lastMessage: null,
  unreadCount: 0,
  marks: { mutedUntil: null, pinnedAt: null, archived: false, isUnread: false },
  rev: 1,
  seq: 1,
  createdAt: '2026-05-01T12:00:00.000Z',
  ...fields,
})

let count = 0

/** Creates a message of Kofi to the group. */
export function aGroupMessage(fields: Partial<GroupMessageView> = {}): GroupMessageView {
  count += 1
  const { isFollowing: _, ...sender } = kofi
  const seq = fields.seq ?? count
  return {
    _id: `01890000-0000-7000-c000-${String(seq).padStart(12, '0')}`,
    groupId: aGroup()._id,
    seq,
    rev: seq,
    clientMessageId: null,
    sender,
    content: 'Meet at the bridge at nine.',
    notice: null,
    createdAt: '2026-05-01T12:00:00.000Z',
    deletedAt: null,
    ...fields,
  }
}
