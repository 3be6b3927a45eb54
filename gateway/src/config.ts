import { isIP } from 'node:net'
import { defineProcessVariables, readEnvironment } from '@meadow/service'
import * as z from 'zod'
import type { RateLimits } from './rate-limits.ts'
import type { UpstreamUrls } from './routes.ts'

const UpstreamUrl = z.url({ protocol: /^https?$/ })
const upstreamUrl = (name: string) => UpstreamUrl.default(`http://${name}:8080`).describe(`The address of ${name}`)
const upstreamUrls = (name: string) =>
  z.string().default(`http://${name}:8080`).transform(splitList).pipe(z.array(UpstreamUrl).min(1))

/** Splits a list such as `a, b` into its items. */
const splitList = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

const isCidr = (text: string) => {
  const [ip = '', length = '0', ...rest] = text.split('/')
  return (
    isIP(ip) !== 0 && /^\d{1,3}$/.test(length) && Number(length) <= (isIP(ip) === 4 ? 32 : 128) && rest.length === 0
  )
}

const callsPerMinute = (max: number) => z.coerce.number().int().min(1).default(max)

/** The variables of this process. docs/configuration.md is generated from them. */
export const GatewayVariables = z.object({
  ...defineProcessVariables(5000),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'The public address. Requests for other hosts get 404, and https adds HSTS; not set: any host is accepted',
    ),
  AUTH_URL: upstreamUrl('auth'),
  SOCIAL_URL: upstreamUrl('social'),
  POSTS_URL: upstreamUrl('posts'),
  NOTIFY_URL: upstreamUrl('notify'),
  FRONTENDS_URL: upstreamUrl('frontends').describe('The address that serves the builds of the front ends'),
  CHAT_URL: upstreamUrls('chat').describe('The addresses of the instances of chat, separated by commas'),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe('A separate port for `GET /metrics`; not set: no metrics'),
  RATE_LIMITS: z.enum(['on', 'off']).default('on').describe('`off` counts no calls, for load tests'),
  MEMBER_CALLS_PER_MINUTE: callsPerMinute(300).describe('The limit of calls per minute for a member'),
  ADDRESS_CALLS_PER_MINUTE: callsPerMinute(600).describe(
    'The limit of calls per minute for an address without a valid token',
  ),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(splitList)
    .refine((list) => list.every(isCidr), 'must be networks like 10.0.0.0/8, separated by commas')
    .describe('Networks in CIDR notation, separated by commas, whose `X-Forwarded-*` is trusted'),
})

export type GatewayConfig = {
  rateLimits: RateLimits | undefined
  port: number
  host: string | undefined
  logLevel: string
  publicUrl: string | undefined
  upstreams: UpstreamUrls
  chatUrls: string[]
  trustedProxies: string[]
  metricsPort: number | undefined
}

/** Reads the configuration of the gateway. @throws Error that names every invalid variable */
export function readGatewayConfig(environment: NodeJS.ProcessEnv): GatewayConfig {
  const variables = readEnvironment(GatewayVariables, environment)
  return {
    port: variables.PORT,
    host: variables.HOST,
    logLevel: variables.LOG_LEVEL,
    publicUrl: variables.PUBLIC_URL,
    upstreams: {
      auth: variables.AUTH_URL,
      social: variables.SOCIAL_URL,
      posts: variables.POSTS_URL,
      notify: variables.NOTIFY_URL,
      frontends: variables.FRONTENDS_URL,
    },
    chatUrls: variables.CHAT_URL,
    trustedProxies: variables.TRUSTED_PROXIES,
    metricsPort: variables.METRICS_PORT,
    rateLimits:
      variables.RATE_LIMITS === 'off'
        ? undefined
        : { member: variables.MEMBER_CALLS_PER_MINUTE, address: variables.ADDRESS_CALLS_PER_MINUTE },
  }
}
