import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { Timestamp } from '../text.ts'

const ReadingPosition = z.object({ seenUntil: Timestamp.nullable() })

export const getReadingPosition = defineCall({
  method: 'get',
  path: '/posts/reading-position',
  access: 'member',
  summary:
    'Returns how far the member has seen the feed of followed members, on any device: the time of the newest post or share that was on a screen, or null',
  response: ReadingPosition,
})

export const saveReadingPosition = defineCall({
  method: 'put',
  path: '/posts/reading-position',
  access: 'member',
  summary:
    'Stores that the member has seen the feed of followed members until a time. The newest position stays: an earlier one changes nothing. A time in the future is the present',
  body: z.object({ seenUntil: Timestamp }),
  response: ReadingPosition,
})
