import * as z from 'zod'
import { GROUP_ROLES, MAX_GROUP_NAME_LENGTH } from '../limits.ts'
import { Count, Id, lineText, Timestamp } from '../text.ts'
import { MemberView } from './member.ts'
import { ConversationMarksView } from './message.ts'
import { TextFacets } from './text-facets.ts'

/** The name of a group, as its admins write it. */
export const GroupName = lineText(MAX_GROUP_NAME_LENGTH).min(1, 'Give the group a name')

const GroupRole = z.enum(GROUP_ROLES)

/** A member as a group names them. */
const GroupPerson = MemberView.omit({ isFollowing: true })

/**
 * A line of the group itself: a change by the sender of the message, which concerns `member`, if it concerns one. `member` is null if that
 * member is gone. `name` is the new name of the group.
 */
const GroupNoticeView = z.object({
  event: z.enum(['created', 'renamed', 'joined', 'left', 'removed', 'admin', 'notAdmin']),
  member: GroupPerson.nullable(),
  name: z.string().nullable(),
})

/**
 * A message of a group as one of its members sees it; `groupId` is the group. `seq` is its number in the group, `rev` the revision of the
 * group at the last change of the message. A message with a `notice` has no content. A deleted one keeps its `seq`.
 */
export const GroupMessageView = z.object({
  _id: Id,
  groupId: Id,
  seq: Count,
  rev: Count,
  clientMessageId: Id.nullable(),
  sender: GroupPerson,
  content: z.string(),
  facets: TextFacets,
  notice: GroupNoticeView.nullable(),
  createdAt: Timestamp,
  deletedAt: Timestamp.nullable(),
})
export type GroupMessageView = z.infer<typeof GroupMessageView>

/**
 * A member of a group. `readUpTo` is the highest `seq` that they have read; 0 also if one of the two hides read marks. They see the
 * messages whose `seq` is above `fromSeq`, which are those since their invitation. `isBlocked`: the viewer blocks them.
 */
const GroupMemberView = MemberView.extend({
  role: GroupRole,
  joinedAt: Timestamp,
  readUpTo: Count,
  fromSeq: Count.optional(),
  isBlocked: z.boolean(),
})

/**
 * A group as one of its members, or an invited one, sees it. `role` is that of the viewer; it is null, and `invitedBy` is set, until they
 * accept the invitation: before that they see no messages. Members who block the viewer are left out. `rev` grows with every
 * change of the group, `seq` is the number of its newest message. `marks` are those that the viewer has set (`markConversation` takes the id of
 * a group). In lists `members` has the first five.
 */
export const GroupView = z.object({
  _id: Id,
  kind: z.literal('group'),
  name: z.string(),
  role: GroupRole.nullable(),
  invitedBy: MemberView.nullable(),
  memberCount: Count,
  members: z.array(GroupMemberView),
  invited: z.array(MemberView),
  lastMessage: GroupMessageView.nullable(),
  unreadCount: Count,
  marks: ConversationMarksView,
  rev: Count,
  seq: Count,
  createdAt: Timestamp,
})
export type GroupView = z.infer<typeof GroupView>
