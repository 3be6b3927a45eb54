import { processVariables, readEnvironment } from '@meadow/service'
import * as z from 'zod'

const Variables = z.object({
  ...processVariables(8080),
  POSTS_STORE_URL: z.url().optional(),
  STORE_URL: z.url().optional(),
  BUS_URL: z.url(),
  STATE_URL: z.url(),
  MEDIA_URL: z.url(),
  AUTH_URL: z.url().default('http://auth:8080'),
  KEYS_FILE: z.string().optional(),
})

const WithStore = Variables.transform(({ POSTS_STORE_URL, STORE_URL, ...rest }, context) => {
  const storeUrl = POSTS_STORE_URL ?? STORE_URL
  if (storeUrl) return { ...rest, storeUrl }
  context.addIssue({ code: 'custom', path: ['STORE_URL'], message: 'is not set' })
  return z.NEVER
})

export type Config = ReturnType<typeof readConfig>

/** What the process is told by its environment. @throws with the name of every wrong variable */
export function readConfig(environment: Record<string, string | undefined>) {
  const read = readEnvironment(WithStore, environment)
  return {
    port: read.PORT,
    host: read.HOST,
    logLevel: read.LOG_LEVEL,
    storeUrl: read.storeUrl,
    busUrl: read.BUS_URL,
    stateUrl: read.STATE_URL,
    mediaUrl: read.MEDIA_URL,
    authUrl: read.AUTH_URL,
    keysFile: read.KEYS_FILE,
  }
}
