import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { MAX_POST_IDS_PER_REQUEST } from '../limits.ts'
import { Count, Day, Id } from '../text.ts'

const IdParams = z.object({ id: Id })

export const addPostViews = defineCall({
  method: 'post',
  path: '/posts/views',
  access: 'member',
  summary:
    'Counts posts that the member saw: at least half of each was on the screen for a second. A post counts once for each member and day (UTC). Posts of the member, and those that the member cannot see, are left out',
  body: z.object({ ids: z.array(Id).min(1).max(MAX_POST_IDS_PER_REQUEST) }),
  response: z.object({ ok: z.literal(true) }),
})

export const getPostViews = defineCall({
  method: 'get',
  path: '/posts/:id/views',
  access: 'guest',
  summary:
    'Returns the number of views of a post, rounded down to two digits from 1,000 on, with the first and the last day of a view; null if the author hides it from the caller. `isHidden` tells the author that it is hidden from others',
  params: IdParams,
  response: z.object({
    views: z
      .object({ count: Count, firstDay: Day.nullable(), lastDay: Day.nullable(), isHidden: z.boolean() })
      .nullable(),
  }),
})

export const hidePostViews = defineCall({
  method: 'post',
  path: '/posts/:id/views-hidden',
  access: 'member',
  summary: 'Hides the number of views of a post of the member from others, or shows it again',
  params: IdParams,
  body: z.object({ state: z.boolean() }),
  response: z.object({ isHidden: z.boolean() }),
})
