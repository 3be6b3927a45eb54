import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { PAGE } from '../limits.ts'
import { limit } from '../shapes/list.ts'
import { ProfileView, SuggestionView } from '../shapes/member.ts'
import { Count, Id, text } from '../text.ts'

export const getProfile = defineCall({
  method: 'get',
  path: '/auth/profile/:idOrUsername',
  access: 'member',
  summary: 'A member by id or username',
  params: z.object({ idOrUsername: text().min(1).max(100) }),
  answer: z.object({ user: ProfileView, isFollowing: z.boolean() }),
})

export const getSuggestions = defineCall({
  method: 'get',
  path: '/auth/suggestions',
  access: 'member',
  summary: 'Members whom the viewer may want to follow',
  query: z.object({ limit: limit(PAGE.suggestions) }),
  answer: z.object({ suggestions: z.array(SuggestionView) }),
})

export const follow = defineCall({
  method: 'post',
  path: '/users/:id/follow',
  access: 'member',
  summary: 'Follows or unfollows; without `state` it toggles',
  params: z.object({ id: Id }),
  body: z.object({ state: z.boolean().optional() }).optional(),
  answer: z.object({ isFollowing: z.boolean(), followerCount: Count }),
})
