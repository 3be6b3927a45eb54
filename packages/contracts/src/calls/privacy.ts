import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { PAGE_SIZE } from '../limits.ts'
import { Cursor, PageNumber, pageLimit } from '../shapes/list.ts'
import { ExceptedMemberView, MemberView } from '../shapes/member.ts'
import { PrivacyChange, PrivacyException, PrivacySettings } from '../shapes/privacy.ts'
import { Count, Id } from '../text.ts'

export const getPrivacy = defineCall({
  method: 'get',
  path: '/users/privacy',
  access: 'member',
  summary: 'Returns the privacy settings of the member',
  response: PrivacySettings,
})

export const setPrivacy = defineCall({
  method: 'put',
  path: '/users/privacy',
  access: 'member',
  summary: 'Changes the privacy settings of the member; missing settings stay unchanged',
  body: PrivacyChange,
  response: PrivacySettings,
})

/** The other member is not told. An exception without a choice is none. */
export const setPrivacyException = defineCall({
  method: 'put',
  path: '/users/:id/privacy',
  access: 'member',
  summary:
    'Sets what the caller shows one member, whatever the settings say: always (true), never (false), or as in the settings (null)',
  params: z.object({ id: Id }),
  body: PrivacyException,
  response: z.object({ user: MemberView, exception: PrivacyException }),
})

export const listPrivacyExceptions = defineCall({
  method: 'get',
  path: '/users/privacy/exceptions',
  access: 'member',
  summary: 'Lists the members for whom the caller has made a privacy exception, newest first',
  response: z.object({ exceptions: z.array(ExceptedMemberView) }),
})

export const listFollowRequests = defineCall({
  method: 'get',
  path: '/users/requests',
  access: 'member',
  summary: 'Lists the members who wait for the caller to accept their follow, newest first, and their number',
  query: z.object({ limit: pageLimit(PAGE_SIZE.follows), page: PageNumber, cursor: Cursor.optional() }),
  response: z.object({
    requests: z.array(MemberView),
    total: Count,
    hasMore: z.boolean(),
    nextCursor: z.string().nullable(),
  }),
})

export const decideFollowRequest = defineCall({
  method: 'post',
  path: '/users/requests/:id',
  access: 'member',
  summary: 'Accepts or declines the follow request of a member. The member is told of an acceptance only',
  params: z.object({ id: Id }),
  body: z.object({ accept: z.boolean() }),
  response: z.object({ isAccepted: z.boolean(), followerCount: Count }),
})
