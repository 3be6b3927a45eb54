import { linkPreviewVariables } from '@meadow/link-preview'
import { DEFAULT_NEW_MEMBER_LIMITS } from '@meadow/members'
import {
  applyServiceStoreUrl,
  defineProcessVariables,
  engineVariables,
  exportUrl,
  mediaUrl,
  postgresOrMongoStoreUrl,
  rateLimitsVariable,
  readEnvironment,
  requireVerifiedEmailVariable,
  type ThrottleLimit,
  tokenVerificationVariables,
  uploadVariables,
} from '@meadow/service'
import * as z from 'zod'

const limitOf = (defaultMax: number) => z.coerce.number().int().min(1).default(defaultMax)

const DEFAULT_REQUESTS_PER_DAY = 20

/** The environment variables of this process. docs/configuration.md is generated from it. */
export const ChatVariables = z.object({
  ...defineProcessVariables(8080),
  ...engineVariables,
  EXPORT_URL: exportUrl,
  STORE_URL: postgresOrMongoStoreUrl,
  ...tokenVerificationVariables,
  MEDIA_URL: mediaUrl,
  RATE_LIMITS: rateLimitsVariable,
  REQUIRE_VERIFIED_EMAIL: requireVerifiedEmailVariable,
  ...uploadVariables,
  ...linkPreviewVariables,
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Public origin of the product. Without it, the requested host is accepted on this machine and its network',
    ),
  MESSAGES_PER_MINUTE: limitOf(120).describe('Maximum number of messages of one member to another, per minute'),
  SENT_MESSAGES_PER_MINUTE: limitOf(300).describe('Maximum number of messages of one member to all others, per minute'),
  RECEIVED_MESSAGES_PER_MINUTE: limitOf(1_200).describe(
    'Maximum number of messages that a member receives from all senders, per minute',
  ),
  MESSAGE_REQUESTS_PER_DAY: limitOf(DEFAULT_REQUESTS_PER_DAY).describe(
    'Maximum number of message requests that a member opens in a day, of which 3 in the first 24 hours of the account',
  ),
  NEW_MEMBER_CONVERSATIONS: limitOf(DEFAULT_NEW_MEMBER_LIMITS.conversations).describe(
    'Maximum number of conversations that a member begins in the first 24 hours of the account',
  ),
})

export type ChatConfig = z.output<typeof ChatVariables>

/** Reads the configuration. @throws Error that names the invalid variables */
export const readChatConfig = (environment: Record<string, string | undefined>): ChatConfig =>
  readEnvironment(ChatVariables, applyServiceStoreUrl('chat', environment))

/** The limits of messages: of one member to all, of one member to another, and to one member from all; and of message requests in a day. */
export type MessageLimits = {
  ofSender: ThrottleLimit
  fromSender: ThrottleLimit
  toRecipient: ThrottleLimit
  requests: ThrottleLimit
}

/** Creates the limits of messages per minute, and of message requests per day. */
export const createMessageLimits = (
  config: Pick<ChatConfig, 'MESSAGES_PER_MINUTE' | 'SENT_MESSAGES_PER_MINUTE' | 'RECEIVED_MESSAGES_PER_MINUTE'> &
    Partial<Pick<ChatConfig, 'MESSAGE_REQUESTS_PER_DAY'>>,
): MessageLimits => ({
  ofSender: { name: 'messages-of-sender', max: config.SENT_MESSAGES_PER_MINUTE, windowSeconds: 60 },
  fromSender: { name: 'messages-from-sender', max: config.MESSAGES_PER_MINUTE, windowSeconds: 60 },
  toRecipient: { name: 'messages-to-recipient', max: config.RECEIVED_MESSAGES_PER_MINUTE, windowSeconds: 60 },
  requests: {
    name: 'message-requests',
    max: config.MESSAGE_REQUESTS_PER_DAY ?? DEFAULT_REQUESTS_PER_DAY,
    windowSeconds: 86_400,
  },
})
