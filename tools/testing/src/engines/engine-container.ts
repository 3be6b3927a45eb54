import { setTimeout as delay } from 'node:timers/promises'
import { type ComposeService, ENGINES_FILE, readComposeServices } from '@meadow/stack/compose-file'
import { findFreePort } from '@meadow/stack/ports'
import type { GenericContainer } from 'testcontainers'

/** A service of compose.engines.yaml. */
export type EngineName = 'kafka' | 'mongodb' | 'redis' | 'versitygw' | 'minio'

/** What a test starts: a service of compose.engines.yaml on free ports, perhaps with files of the test. */
export type EngineService = ComposeService & { files?: { content: string; target: string }[] }

/** A server in a container. Its ports, and its data, stay the same when it is stopped or killed and started again. */
export type EngineContainer = AsyncDisposable & {
  /** The ports of this machine, in the order of the service. The first is for clients. */
  ports: readonly number[]
  /** The variables of the product with its URL. */
  variables: Record<string, string>
  /** Starts it again, and waits until it responds. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Kills it with SIGKILL. */
  kill(): Promise<void>
  /** Runs a command in the container. @throws Error with its output if it fails */
  run(...command: string[]): Promise<void>
  readLog(): Promise<string>
}

/** The variable of compose.engines.yaml with the port of this machine, one for each port of a service. */
const PORT_VARIABLES: Record<EngineName, readonly string[]> = {
  kafka: ['KAFKA_PORT', 'KAFKA_SERVICES_PORT'],
  mongodb: ['MONGODB_PORT'],
  redis: ['REDIS_PORT'],
  versitygw: ['VERSITYGW_PORT'],
  minio: ['MINIO_PORT'],
}

const START_TIMEOUT_MS = 300_000
const PROBE_INTERVAL_MS = 100
const LOG_TAIL_LENGTH = 1_200
const FRAME_HEADER_BYTES = 8

/** Reads a service of compose.engines.yaml with free ports of this machine. */
export async function readEngineService(name: EngineName): Promise<EngineService> {
  const ports: [string, string][] = []
  for (const variable of PORT_VARIABLES[name]) ports.push([variable, String(await findFreePort())])
  const services = await readComposeServices(ENGINES_FILE, { ...process.env, ...Object.fromEntries(ports) })
  const service = services[name]
  if (!service) throw new Error(`compose.engines.yaml has no service ${name}`)
  return service
}

/** Starts a container of an image that is on this machine, and waits until its server responds. @throws Error with its log if it ends */
export async function startEngineContainer(service: EngineService): Promise<EngineContainer> {
  const { getContainerRuntimeClient } = await import('testcontainers')
  const ports = (service.ports ?? []).map((port) => port.split(':').slice(-2).map(Number) as [number, number])
  const started = await (await configureContainer(service, ports)).start()
  const { container: client } = await getContainerRuntimeClient()
  const container = client.getById(started.getId())
  const readLog = async () => joinLogFrames(await container.logs({ stdout: true, stderr: true }))
  const run = async (command: string[]) => client.exec(container, command)
  const engine: EngineContainer = {
    ports: ports.map(([port]) => port),
    variables: service['x-variables'] ?? {},
    readLog,
    async start() {
      await container.start()
      await waitUntilResponding()
    },
    stop: async () => void (await container.stop({ t: 30 })),
    kill: async () => {
      const ended = container.wait()
      await container.kill()
      await ended
    },
    async run(...command) {
      const { exitCode, output } = await run(command)
      if (exitCode !== 0) throw new Error(`${command.join(' ')} failed:\n${output}`)
    },
    [Symbol.asyncDispose]: async () => void (await container.remove({ force: true, v: true })),
  }
  async function waitUntilResponding(): Promise<void> {
    const [, ...probe] = service.healthcheck?.test ?? []
    const deadline = Date.now() + START_TIMEOUT_MS
    for (;;) {
      const { exitCode } = await run(probe).catch(() => ({ exitCode: 1 })) // fails if the container has ended
      if (exitCode === 0) return
      const { State } = await container.inspect()
      if (!State.Running)
        throw new Error(`${service.image} ended during its start:\n${(await readLog()).slice(-LOG_TAIL_LENGTH)}`)
      if (Date.now() > deadline)
        throw new Error(`${service.image} does not respond:\n${(await readLog()).slice(-LOG_TAIL_LENGTH)}`)
      await delay(PROBE_INTERVAL_MS)
    }
  }
  try {
    await waitUntilResponding()
    return engine
  } catch (error) {
    await engine[Symbol.asyncDispose]()
    throw error
  }
}

/** Returns the text of a log, whose frames have a header each: a stream, and their length in the last four bytes. */
function joinLogFrames(log: Buffer): string {
  let text = ''
  for (let start = FRAME_HEADER_BYTES; start <= log.length; ) {
    const end = start + log.readUInt32BE(start - 4)
    text += log.toString('utf8', start, end)
    start = end + FRAME_HEADER_BYTES
  }
  return text
}

/** Creates the container, whose ports are open to this machine only. */
async function configureContainer(
  { image, entrypoint, command, environment, files }: EngineService,
  ports: readonly (readonly [number, number])[],
): Promise<GenericContainer> {
  const { GenericContainer, StartupCheckStrategy } = await import('testcontainers')
  class LocalContainer extends GenericContainer {
    protected override async beforeContainerCreated() {
      for (const bindings of Object.values(this.hostConfig.PortBindings as Record<string, { HostIp?: string }[]>))
        for (const binding of bindings) binding.HostIp = '127.0.0.1'
    }
  }
  const startsOnly = new (class extends StartupCheckStrategy {
    override checkStartupState = async () => 'SUCCESS' as const
  })()
  const container = new LocalContainer(image)
    .withExposedPorts(...ports.map(([host, inside]) => ({ host, container: inside })))
    .withEnvironment(environment ?? {})
    .withCopyContentToContainer((files ?? []).map((file) => ({ ...file, mode: 0o644 })))
    .withWaitStrategy(startsOnly)
    .withStartupTimeout(START_TIMEOUT_MS)
  if (entrypoint) container.withEntrypoint(entrypoint)
  if (command) container.withCommand(command)
  return container
}
