import { kafka, mongodb, type OwnServer, redis, startOwnServer, toS3Url, versitygw } from '@meadow/testing/engines'

type Variable = 'BUS_URL' | 'STATE_URL' | 'POSTS_MEDIA_URL' | 'CHAT_MEDIA_URL' | 'POSTS_STORE_URL' | 'CHAT_STORE_URL'

/** Engines of one run, which it may stop, and the variables with their URLs. */
export type OwnEngines = AsyncDisposable & {
  kafka: OwnServer
  redis: OwnServer
  s3: OwnServer
  mongo: OwnServer
  variables: Record<Variable, string>
}

/** All that `ownEngines` starts. */
export const ALL_ENGINES = [kafka, redis, versitygw, mongodb] as const

/** Obtains and starts the engines. @throws if a required program is missing */
export async function openOwnEngines(): Promise<OwnEngines> {
  await using opening = new AsyncDisposableStack()
  const [bus, state, files, documents] = [
    opening.use(await startOwnServer(kafka)),
    opening.use(await startOwnServer(redis)),
    opening.use(await startOwnServer(versitygw)),
    opening.use(await startOwnServer(mongodb)),
  ]
  const store = (database: string) => `mongodb://127.0.0.1:${documents.port}/${database}?directConnection=true`
  const opened = opening.move()
  return {
    kafka: bus,
    redis: state,
    s3: files,
    mongo: documents,
    variables: {
      BUS_URL: `kafka://127.0.0.1:${bus.port}`,
      STATE_URL: `redis://127.0.0.1:${state.port}`,
      POSTS_MEDIA_URL: toS3Url(files.port, 'posts'),
      CHAT_MEDIA_URL: toS3Url(files.port, 'chat'),
      POSTS_STORE_URL: store('meadow_posts'),
      CHAT_STORE_URL: store('meadow_chat'),
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
