import {
  type Engine,
  kafka,
  mongodb,
  type OwnServer,
  redis,
  startOwnServer,
  toS3Url,
  versitygw,
} from '@meadow/testing/engines'
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
export const ALL_ENGINES = [kafka, redis, versitygw, mongodb] as const

/** Obtains and starts the engines of a run, which stops them. @throws if a required program is missing */
export async function openOwnEngines(run: FaultRun): Promise<OwnEngines> {
  const start = (engine: Engine) => run.open(() => startOwnServer(engine, { logFolder: toLogFolder(run) }))
  const [bus, state, files, documents] = [
    await start(kafka),
    await start(redis),
    await start(versitygw),
    await start(mongodb),
  ]
  const store = (database: string) => `mongodb://127.0.0.1:${documents.port}/${database}?directConnection=true`
  return {
    kafka: bus,
    redis: state,
    s3: files,
    mongo: documents,
    variables: {
      BUS_URL: `kafka://127.0.0.1:${bus.port}?replicationFactor=1`,
      STATE_URL: `redis://127.0.0.1:${state.port}`,
      POSTS_MEDIA_URL: toS3Url(files.port, 'posts'),
      CHAT_MEDIA_URL: toS3Url(files.port, 'chat'),
      POSTS_STORE_URL: store('meadow_posts'),
      CHAT_STORE_URL: store('meadow_chat'),
    },
  }
}
