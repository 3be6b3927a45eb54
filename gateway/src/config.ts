import { isIP } from 'node:net'
import { defineProcessVariables, readEnvironment } from '@meadow/service'
import * as z from 'zod'
import type { RateLimits } from './rate-limits.ts'
import type { Upstreams } from './routes.ts'

const Address = z.url({ protocol: /^https?$/ })
const address = (name: string) => Address.default(`http://${name}:8080`).describe(`Where ${name} is`)
const addresses = (name: string) =>
  z.string().default(`http://${name}:8080`).transform(listed).pipe(z.array(Address).min(1))

/** The items of a list like `a, b`. */
const listed = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

const isNetwork = (text: string) => {
  const [ip = '', length = '0', ...rest] = text.split('/')
  return (
    isIP(ip) !== 0 && /^\d{1,3}$/.test(length) && Number(length) <= (isIP(ip) === 4 ? 32 : 128) && rest.length === 0
  )
}

const perMinute = (most: number) => z.coerce.number().int().min(1).default(most)

/** What this process reads of its environment; docs/configuration.md is written from it. */
export const Variables = z.object({
  ...defineProcessVariables(5000),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('What the outside sees. Nothing is at any other host, and https adds HSTS; not set: any host'),
  AUTH_URL: address('auth'),
  SOCIAL_URL: address('social'),
  POSTS_URL: address('posts'),
  NOTIFY_URL: address('notify'),
  FRONTENDS_URL: address('frontends').describe('Where the builds of the front ends are served'),
  CHAT_URL: addresses('chat').describe('The instances of chat, separated by commas'),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe('The port of `GET /metrics`, apart from the outside; not set: nowhere'),
  RATE_LIMITS: z.enum(['on', 'off']).default('on').describe('`off` is for tests under load: no call is counted'),
  MEMBER_CALLS_PER_MINUTE: perMinute(300).describe('How many calls a member may make'),
  ADDRESS_CALLS_PER_MINUTE: perMinute(600).describe('How many calls an address without a token may make'),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(listed)
    .refine((list) => list.every(isNetwork), 'must be networks like 10.0.0.0/8, separated by commas')
    .describe('Networks, separated by commas, whose `X-Forwarded-*` is believed'),
})

export type Config = {
  rateLimits: RateLimits | undefined
  port: number
  host: string | undefined
  logLevel: string
  publicUrl: string | undefined
  upstreams: Upstreams
  chat: string[]
  trustedProxies: string[]
  metricsPort: number | undefined
}

/** The gateway's configuration. @throws Error that names every wrong variable */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const read = readEnvironment(Variables, environment)
  return {
    port: read.PORT,
    host: read.HOST,
    logLevel: read.LOG_LEVEL,
    publicUrl: read.PUBLIC_URL,
    upstreams: {
      auth: read.AUTH_URL,
      social: read.SOCIAL_URL,
      posts: read.POSTS_URL,
      notify: read.NOTIFY_URL,
      frontends: read.FRONTENDS_URL,
    },
    chat: read.CHAT_URL,
    trustedProxies: read.TRUSTED_PROXIES,
    metricsPort: read.METRICS_PORT,
    rateLimits:
      read.RATE_LIMITS === 'off'
        ? undefined
        : { member: read.MEMBER_CALLS_PER_MINUTE, address: read.ADDRESS_CALLS_PER_MINUTE },
  }
}
