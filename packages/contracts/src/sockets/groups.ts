import * as z from 'zod'
import { defineSocketMessage } from '../define-socket-message.ts'
import { GroupMessageView } from '../shapes/group.ts'
import { Count, Id } from '../text.ts'

export const groupMessage = defineSocketMessage({
  summary:
    'A member wrote to a group of the receiver, also the receiver on another device, or a message of a group was deleted',
  payload: GroupMessageView,
})

export const groupUpdated = defineSocketMessage({
  summary:
    'A group changed: its name, its members, their roles, or the invitations. Load the group again; if it is not found, the receiver is no longer in it',
  payload: z.object({ groupId: Id }),
})

export const groupRead = defineSocketMessage({
  summary: 'A member of a group read its messages, up to and including a `seq`',
  payload: z.object({ groupId: Id, readerId: Id, upToSeq: Count, rev: Count }),
})
