import { type EngineName, type OwnServer, startOwnServer } from '@meadow/testing/engines'
import { type FaultRun, toLogFolder } from './run/fault-run.ts'

type Variable = 'BUS_URL' | 'STATE_URL' | 'POSTS_MEDIA_URL' | 'CHAT_MEDIA_URL' | 'POSTS_STORE_URL' | 'CHAT_STORE_URL'

/** Engines of one run, which it may stop, and the variables with their URLs. */
export type OwnEngines = {
  kafka: OwnServer
  redis: OwnServer
  s3: OwnServer
  mongo: OwnServer
  variables: Record<Variable, string>
}

/** All that `openOwnEngines` starts. */
export const ALL_ENGINES = ['kafka', 'redis', 'versitygw', 'mongodb'] as const

/** Starts the engines of a run in containers, which end with the run. @throws Error if an image is not available */
export async function openOwnEngines(run: FaultRun): Promise<OwnEngines> {
  const start = (name: EngineName) => run.open(() => startOwnServer(name, { logFolder: toLogFolder(run) }))
  const [kafka, redis, s3, mongo] = [
    await start('kafka'),
    await start('redis'),
    await start('versitygw'),
    await start('mongodb'),
  ]
  const read = ({ variables }: OwnServer, name: string) => variables[name] ?? ''
  const toBucket = (name: string) => Object.assign(new URL(read(s3, 'MEDIA_URL')), { pathname: name }).href
  return {
    kafka,
    redis,
    s3,
    mongo,
    variables: {
      BUS_URL: read(kafka, 'BUS_URL'),
      STATE_URL: read(redis, 'STATE_URL'),
      POSTS_MEDIA_URL: toBucket('posts'),
      CHAT_MEDIA_URL: toBucket('chat'),
      POSTS_STORE_URL: read(mongo, 'POSTS_STORE_URL'),
      CHAT_STORE_URL: read(mongo, 'CHAT_STORE_URL'),
    },
  }
}
