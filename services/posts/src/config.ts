import { linkPreviewVariables } from '@meadow/link-preview'
import { DEFAULT_NEW_MEMBER_LIMITS } from '@meadow/members'
import {
  applyServiceStoreUrl,
  defineProcessVariables,
  engineVariables,
  exportUrl,
  guestModeVariable,
  mediaUrl,
  postgresOrMongoStoreUrl,
  rateLimitsVariable,
  readEnvironment,
  type ThrottleLimit,
  tokenVerificationVariables,
  uploadVariables,
} from '@meadow/service'
import * as z from 'zod'

const limitOf = (defaultMax: number) => z.coerce.number().int().min(1).default(defaultMax)

/** The environment variables of this process; docs/configuration.md is generated from them. */
export const PostsVariables = z.object({
  ...defineProcessVariables(8080),
  ...engineVariables,
  EXPORT_URL: exportUrl,
  STORE_URL: postgresOrMongoStoreUrl,
  ...tokenVerificationVariables,
  MEDIA_URL: mediaUrl,
  GUEST_MODE: guestModeVariable,
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Public origin of the product: see `LINK_ORIGIN`'),
  RATE_LIMITS: rateLimitsVariable,
  POSTS_PER_HOUR: limitOf(30).describe('Maximum number of posts per member and hour'),
  COMMENTS_PER_HOUR: limitOf(60).describe('Maximum number of comments per member and hour'),
  EDITS_PER_HOUR: limitOf(60).describe('Maximum number of edits of posts per member and hour'),
  NEW_MEMBER_POSTS: limitOf(DEFAULT_NEW_MEMBER_LIMITS.posts).describe(
    'Maximum number of posts of a member in the first 24 hours of the account',
  ),
  NEW_MEMBER_COMMENTS: limitOf(DEFAULT_NEW_MEMBER_LIMITS.comments).describe(
    'Maximum number of comments of a member in the first 24 hours of the account',
  ),
  ...uploadVariables,
  ...linkPreviewVariables,
})

export type PostsConfig = z.output<typeof PostsVariables>

/** Reads the configuration of this process. @throws Error that names the invalid variables */
export const readPostsConfig = (environment: Record<string, string | undefined>): PostsConfig =>
  readEnvironment(PostsVariables, applyServiceStoreUrl('posts', environment))

/** The limits of posts, comments and edits of one member. */
export type PublishingLimits = { posts: ThrottleLimit; comments: ThrottleLimit; edits: ThrottleLimit }

/** Creates the limits of posts, comments and edits per member and hour. */
export const createPublishingLimits = (maxPerHour: {
  posts: number
  comments: number
  edits: number
}): PublishingLimits => ({
  posts: { name: 'posts', max: maxPerHour.posts, windowSeconds: 3_600 },
  comments: { name: 'comments', max: maxPerHour.comments, windowSeconds: 3_600 },
  edits: { name: 'edits', max: maxPerHour.edits, windowSeconds: 3_600 },
})
