import { type Engine, readComposeImage } from '@meadow/engines'
import { findFreePort } from '@meadow/stack/ports'
import type { GenericContainer } from 'testcontainers'
import type { RunningTestEngine } from './test-engine.ts'

const START_TIMEOUT_MS = 300_000

/** The label of an image that is not the published one. Its value says what it contains. */
const STAND_IN_LABEL = 'meadow.stand-in'

type EngineContainer = {
  /** The service in docker-compose.yml, whose image is started. */
  service: string
  /** The engine, whose protocol tells when the server is ready. */
  engine: Engine
  /** The port inside the container. */
  port: number
  /** Configures the container. Gets the host port, because Kafka advertises its own address. */
  configure: (container: GenericContainer, port: number) => GenericContainer
  toUrl: (port: number) => string
}

/** Starts a container for all tests of a run, and waits until the server responds in its own protocol. */
export async function startContainer(options: EngineContainer): Promise<RunningTestEngine> {
  const { GenericContainer } = await import('testcontainers')
  const image = readComposeImage(options.service)
  const port = await findFreePort()
  const location = { ports: [port], dir: '' }
  const exposed = new GenericContainer(image).withExposedPorts({ container: options.port, host: port })
  const container = await options
    .configure(exposed, port)
    .withWaitStrategy(await createReadyStrategy(() => options.engine.isReady(location)))
    .withStartupTimeout(START_TIMEOUT_MS)
    .start()
  return {
    url: options.toUrl(port),
    what: `${image} in a container${await describeStandIn(image)}`,
    [Symbol.asyncDispose]: async () => void (await container.stop()),
  }
}

/** Creates the strategy that waits until `isReady`, and fails if the container exits. */
async function createReadyStrategy(isReady: () => Promise<boolean>) {
  const { StartupCheckStrategy } = await import('testcontainers')
  return new (class extends StartupCheckStrategy {
    override async checkStartupState(
      ...[docker, id]: Parameters<typeof StartupCheckStrategy.prototype.checkStartupState>
    ) {
      const { State } = await docker.getContainer(id).inspect()
      if (!State.Running) return 'FAIL'
      return (await isReady()) ? 'SUCCESS' : 'PENDING'
    }
  })()
}

/** Returns a note if the image is a stand-in, which has another content than the published image. */
async function describeStandIn(image: string): Promise<string> {
  const { getContainerRuntimeClient } = await import('testcontainers')
  const { container } = await getContainerRuntimeClient()
  const { Config } = await container.dockerode.getImage(image).inspect()
  const content = Config.Labels?.[STAND_IN_LABEL]
  return content ? ` (a stand-in: ${content})` : ''
}

/** Checks that a container engine responds. @throws a sentence if none does */
export async function assertContainerEngine(): Promise<void> {
  const { getContainerRuntimeClient } = await import('testcontainers')
  await getContainerRuntimeClient().catch((cause) => {
    const message = 'ENGINES=containers needs a container engine, and none responds: start Docker, or set DOCKER_HOST.'
    throw new Error(message, { cause })
  })
}
