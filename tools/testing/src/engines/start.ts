import type { Engine } from '@meadow/engines'
import { freePort } from '@meadow/stack/ports'
import type { GenericContainer } from 'testcontainers'
import { ownServer } from './own-server.ts'
import type { Running } from './test-engine.ts'

type UrlOf = (port: number) => string

/** Starts what this project obtains, for all tests of a run. */
export async function startHere(engine: Engine, urlOf: UrlOf): Promise<Running> {
  const server = await ownServer(engine)
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
export async function startContainer({ image, port: inside, urlOf, settle }: Image): Promise<Running> {
  const { GenericContainer } = await import('testcontainers')
  const port = await freePort()
  const exposed = new GenericContainer(image).withExposedPorts({ container: inside, host: port })
  const container = await settle(exposed, port).start()
  return {
    url: urlOf(port),
    what: `${image} in a container`,
    [Symbol.asyncDispose]: async () => void (await container.stop()),
  }
}
