import { isIP } from 'node:net'
import { defineProcessVariables, readEnvironment } from '@meadow/service'
import * as z from 'zod'
import type { ConnectionLimits } from './connection-limits.ts'
import type { RateLimits } from './rate-limits.ts'
import type { FrontendUrls, UpstreamUrls } from './routes.ts'
import type { SecurityContact } from './security-contact.ts'

/** The agents of the gateway speak plain HTTP; TLS between processes is the task of the network. */
const UpstreamUrl = z
  .url({ protocol: /^http$/, error: 'must be an http:// address', abort: true })
  .refine(hasOnlyOrigin, 'must be an http:// address without a path')
const upstreamUrl = (name: string) =>
  UpstreamUrl.default(`http://${name}:8080`).describe(`The address of ${name} (\`http://…\`)`)
const frontendUrl = (served: string) =>
  UpstreamUrl.optional().describe(`The address of ${served} (\`http://…\`); not set: \`FRONTENDS_URL\``)
const upstreamUrls = (name: string) =>
  z.string().default(`http://${name}:8080`).transform(splitList).pipe(z.array(UpstreamUrl).min(1))

/** Splits a list such as `a, b` into its items. */
const splitList = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

function hasOnlyOrigin(text: string): boolean {
  const { username, password, pathname, search, hash } = new URL(text)
  return pathname === '/' && `${username}${password}${search}${hash}` === ''
}

const isCidr = (text: string) => {
  const [ip = '', length = '0', ...rest] = text.split('/')
  return (
    isIP(ip) !== 0 && /^\d{1,3}$/.test(length) && Number(length) <= (isIP(ip) === 4 ? 32 : 128) && rest.length === 0
  )
}

const limit = (max: number) => z.coerce.number().int().min(1).default(max)

/** The variables of this process. docs/configuration.md is generated from them. */
export const GatewayVariables = z.object({
  ...defineProcessVariables(5000),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'The public address. Pages of other hosts lead to it, other requests for them get 404, and https adds HSTS; not set: only this machine and private hosts are served',
    ),
  AUTH_URL: upstreamUrl('auth'),
  SOCIAL_URL: upstreamUrl('social'),
  POSTS_URL: upstreamUrl('posts'),
  NOTIFY_URL: upstreamUrl('notify'),
  FRONTENDS_URL: upstreamUrl('frontends').describe(
    'The address that serves the builds of all front ends without an address of their own (`http://…`)',
  ),
  SHELL_FRONTEND_URL: frontendUrl('the shell, so of all pages'),
  FEED_FRONTEND_URL: frontendUrl('`/mf/feed/`'),
  PROFILE_FRONTEND_URL: frontendUrl('`/mf/profile/`'),
  CHAT_FRONTEND_URL: frontendUrl('`/mf/chat/`'),
  CHAT_URL: upstreamUrls('chat').describe(
    'The addresses of the instances of chat (`http://…`), separated by commas; a host name with several addresses is an instance for each of them',
  ),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe(
      'A separate, internal port for `GET /metrics`, `/health/live` and `/health/ready`; not set: none of them',
    ),
  METRICS_HOST: z.string().optional().describe('The address of that port. Default: that of `HOST`'),
  RATE_LIMITS: z
    .enum(['on', 'off'])
    .default('on')
    .describe('`off` counts no requests and no connections per address, for load tests'),
  MEMBER_CALLS_PER_MINUTE: limit(300).describe('The limit of calls per minute for a member'),
  ADDRESS_CALLS_PER_MINUTE: limit(600).describe('The limit of calls per minute for an address without a valid token'),
  ADDRESS_REQUESTS_PER_MINUTE: limit(6_000).describe(
    'The limit of all requests per minute for an address: calls, pages, files, pictures and sockets',
  ),
  ADDRESS_HANDSHAKES_PER_MINUTE: limit(600).describe('The limit of sockets that an address opens per minute'),
  MAX_CONNECTIONS: limit(20_000).describe('The limit of open connections, those of sockets included'),
  MAX_CONNECTIONS_PER_ADDRESS: limit(1_000).describe(
    'The limit of open connections for an address, those of sockets included; not for `TRUSTED_PROXIES`',
  ),
  SECURITY_CONTACT: z
    .url({ protocol: /^(?:https|mailto|tel)$/ })
    .regex(/^\S+$/)
    .optional()
    .describe('The URI for reports of security problems in `/.well-known/security.txt`; not set: no such file'),
  SECURITY_POLICY: z
    .url({ protocol: /^https$/ })
    .regex(/^\S+$/)
    .optional()
    .describe('The address of the security policy in that file'),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(splitList)
    .refine((list) => list.every(isCidr), 'must be networks like 10.0.0.0/8, separated by commas')
    .describe('Networks in CIDR notation, separated by commas, whose `X-Forwarded-*` is trusted'),
})

export type GatewayConfig = {
  rateLimits: RateLimits | undefined
  connectionLimits: ConnectionLimits
  securityContact: SecurityContact | undefined
  port: number
  host: string | undefined
  logLevel: string
  drainSeconds: number
  publicUrl: string | undefined
  upstreams: UpstreamUrls
  frontendUrls: FrontendUrls
  chatUrls: string[]
  trustedProxies: string[]
  metricsPort: number | undefined
  metricsHost: string | undefined
}

/** Reads the configuration of the gateway. @throws Error that names every invalid variable */
export function readGatewayConfig(environment: NodeJS.ProcessEnv): GatewayConfig {
  const variables = readEnvironment(GatewayVariables, environment)
  const isUnlimited = variables.RATE_LIMITS === 'off'
  return {
    port: variables.PORT,
    host: variables.HOST,
    logLevel: variables.LOG_LEVEL,
    drainSeconds: variables.DRAIN_SECONDS,
    publicUrl: variables.PUBLIC_URL,
    upstreams: {
      auth: variables.AUTH_URL,
      social: variables.SOCIAL_URL,
      posts: variables.POSTS_URL,
      notify: variables.NOTIFY_URL,
      frontends: variables.FRONTENDS_URL,
    },
    frontendUrls: {
      ...(variables.SHELL_FRONTEND_URL && { shell: variables.SHELL_FRONTEND_URL }),
      ...(variables.FEED_FRONTEND_URL && { feed: variables.FEED_FRONTEND_URL }),
      ...(variables.PROFILE_FRONTEND_URL && { profile: variables.PROFILE_FRONTEND_URL }),
      ...(variables.CHAT_FRONTEND_URL && { chat: variables.CHAT_FRONTEND_URL }),
    },
    chatUrls: variables.CHAT_URL,
    trustedProxies: variables.TRUSTED_PROXIES,
    metricsPort: variables.METRICS_PORT,
    metricsHost: variables.METRICS_HOST,
    rateLimits: isUnlimited
      ? undefined
      : {
          memberCalls: variables.MEMBER_CALLS_PER_MINUTE,
          addressCalls: variables.ADDRESS_CALLS_PER_MINUTE,
          addressRequests: variables.ADDRESS_REQUESTS_PER_MINUTE,
          addressHandshakes: variables.ADDRESS_HANDSHAKES_PER_MINUTE,
        },
    connectionLimits: {
      total: variables.MAX_CONNECTIONS,
      perAddress: isUnlimited ? Number.POSITIVE_INFINITY : variables.MAX_CONNECTIONS_PER_ADDRESS,
    },
    securityContact: variables.SECURITY_CONTACT
      ? { contact: variables.SECURITY_CONTACT, policy: variables.SECURITY_POLICY }
      : undefined,
  }
}
