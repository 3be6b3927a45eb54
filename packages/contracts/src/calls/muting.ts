import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { MAX_MUTED_POSTS, MAX_MUTED_TAGS } from '../limits.ts'
import { Id, Timestamp, text } from '../text.ts'

/** A mute without `until` lasts until it is taken back; one whose `until` has passed has no effect. */
const MuteBody = z.object({ state: z.boolean(), until: Timestamp.nullable().optional() })
const mutedFields = { mutedUntil: Timestamp.nullable() }
const MuteResult = z.object({ isMuted: z.boolean(), ...mutedFields })

export const mutePost = defineCall({
  method: 'post',
  path: '/posts/:id/mute',
  access: 'member',
  summary:
    'Mutes a post with its comments, or takes that back: nothing of it notifies the caller, and it leaves the feeds of the caller, except a post of their own',
  params: z.object({ id: Id }),
  body: MuteBody,
  response: MuteResult,
})

export const muteTag = defineCall({
  method: 'post',
  path: '/tags/:tag/mute',
  access: 'member',
  summary:
    'Mutes a tag, or takes that back. The feeds, comments and notifications of the caller leave out what others write with it; its own page still shows it',
  params: z.object({ tag: text(120).min(1) }),
  body: MuteBody,
  response: MuteResult.extend({ tag: z.string() }),
})

export const listMutedContent = defineCall({
  method: 'get',
  path: '/posts/muted',
  access: 'member',
  summary: 'Lists the posts and tags that the caller mutes now, newest mute first',
  response: z.object({
    posts: z.array(z.object({ _id: Id, ...mutedFields })).max(MAX_MUTED_POSTS),
    tags: z.array(z.object({ tag: z.string(), ...mutedFields })).max(MAX_MUTED_TAGS),
  }),
})
