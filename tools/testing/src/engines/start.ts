import type { Engine } from '@meadow/engines'
import { findFreePort } from '@meadow/stack/ports'
import type { GenericContainer } from 'testcontainers'
import { startOwnServer } from './own-server.ts'
import type { RunningTestEngine } from './test-engine.ts'

type UrlOf = (port: number) => string

/** Starts what this project obtains, for all tests of a run. */
export async function startLocalServer(engine: Engine, urlOf: UrlOf): Promise<RunningTestEngine> {
  const server = await startOwnServer(engine)
  return {
    url: urlOf(server.port),
    what: `${engine.version} on this machine`,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

type Image = {
  image: string
  /** Where it listens inside. */
  port: number
  urlOf: UrlOf
  /** Its port here is known before it starts, for servers that tell their clients where they are. */
  settle: (container: GenericContainer, port: number) => GenericContainer
}

/** Starts an image, for all tests of a run. */
export async function startContainer({ image, port: inside, urlOf, settle }: Image): Promise<RunningTestEngine> {
  const { GenericContainer } = await import('testcontainers')
  const port = await findFreePort()
  const exposed = new GenericContainer(image).withExposedPorts({ container: inside, host: port })
  const container = await settle(exposed, port).start()
  return {
    url: urlOf(port),
    what: `${image} in a container`,
    [Symbol.asyncDispose]: async () => void (await container.stop()),
  }
}
