import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { Day, Id, Timestamp } from '../text.ts'

export const getPostCounts = defineCall({
  method: 'get',
  path: '/posts/:id/counts',
  access: 'guest',
  summary:
    'Explains the numbers of likes, comments and shares of a post: the day (UTC) of the first that is counted, and the time at which the numbers were last compared with what they count; null if never',
  params: z.object({ id: Id }),
  response: z.object({
    firstDays: z.object({ likes: Day.nullable(), comments: Day.nullable(), shares: Day.nullable() }),
    checkedAt: Timestamp.nullable(),
  }),
})
