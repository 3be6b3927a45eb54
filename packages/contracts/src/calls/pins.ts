import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { Id } from '../text.ts'

export const pinPost = defineCall({
  method: 'post',
  path: '/posts/:id/pin',
  access: 'member',
  summary:
    'Pins a post of the member to the top of their profile, in place of the one that was pinned before, or unpins it',
  params: z.object({ id: Id }),
  body: z.object({ state: z.boolean() }),
  response: z.object({ isPinned: z.boolean() }),
})
