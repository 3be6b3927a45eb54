import type { Engine } from '@meadow/engines'
import { findFreePort } from '@meadow/stack/ports'
import type { GenericContainer } from 'testcontainers'
import { startOwnServer } from './own-server.ts'
import type { RunningTestEngine } from './test-engine.ts'

type ToUrl = (port: number) => string

/** Starts a server of `tools/engines` for all tests of a run. */
export async function startLocalServer(engine: Engine, toUrl: ToUrl): Promise<RunningTestEngine> {
  const server = await startOwnServer(engine)
  return {
    url: toUrl(server.port),
    what: `${engine.version} on this machine`,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

type ContainerImage = {
  image: string
  /** The port inside the container. */
  port: number
  toUrl: ToUrl
  /** Configures the container. Gets the host port, because Kafka advertises its own address. */
  configure: (container: GenericContainer, port: number) => GenericContainer
}

/** Starts a container for all tests of a run. */
export async function startContainer({
  image,
  port: containerPort,
  toUrl,
  configure,
}: ContainerImage): Promise<RunningTestEngine> {
  const { GenericContainer } = await import('testcontainers')
  const port = await findFreePort()
  const exposed = new GenericContainer(image).withExposedPorts({ container: containerPort, host: port })
  const container = await configure(exposed, port).start()
  return {
    url: toUrl(port),
    what: `${image} in a container`,
    [Symbol.asyncDispose]: async () => void (await container.stop()),
  }
}
