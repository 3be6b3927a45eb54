import { kafka, type OwnServer, ownServer, redis, s3Url, versitygw } from '@meadow/engines/testing'

/** Engines that nobody else uses, so that they may be stopped, and the variables that name them. */
export type OwnEngines = AsyncDisposable & {
  kafka: OwnServer
  redis: OwnServer
  s3: OwnServer
  variables: Record<'BUS_URL' | 'STATE_URL' | 'POSTS_MEDIA_URL' | 'CHAT_MEDIA_URL', string>
}

/** Obtains and starts them. @throws what this machine lacks */
export async function ownEngines(): Promise<OwnEngines> {
  await using opening = new AsyncDisposableStack()
  const [bus, state, files] = [
    opening.use(await ownServer(kafka)),
    opening.use(await ownServer(redis)),
    opening.use(await ownServer(versitygw)),
  ]
  const opened = opening.move()
  return {
    ...{ kafka: bus, redis: state, s3: files },
    variables: {
      BUS_URL: `kafka://127.0.0.1:${bus.port}`,
      STATE_URL: `redis://127.0.0.1:${state.port}`,
      POSTS_MEDIA_URL: s3Url(files.port, 'posts'),
      CHAT_MEDIA_URL: s3Url(files.port, 'chat'),
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
