import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type EngineContainer,
  type EngineName,
  type EngineService,
  readEngineService,
  startEngineContainer,
} from './engine-container.ts'
import { obtainEngineImage } from './engine-image.ts'

/** A server of one test, which it may stop and kill. It has its ports as long as it exists. */
export type OwnServer = Omit<EngineContainer, 'readLog'> & {
  /** The image, with its content if it is a stand-in. */
  what: string
  /** The port for clients. */
  port: number
  /** Stops it, and waits until it has ended. `wipe` deletes its data. */
  stop(options?: { wipe: boolean }): Promise<void>
}

type OwnServerOptions = {
  /** Changes the service of compose.engines.yaml, for example its command. */
  change?: (service: EngineService) => EngineService
  /** The folder in which the end of its log remains. */
  logFolder?: string
}

/** Starts an engine in a container for one test. @throws Error if its image is not available */
export async function startOwnServer(
  name: EngineName,
  { change = (service) => service, logFolder }: OwnServerOptions = {},
): Promise<OwnServer> {
  const service = change(await readEngineService(name))
  const image = await obtainEngineImage(service.image)
  if ('missing' in image) throw new Error(`${name}: ${image.missing}`)
  let container: EngineContainer | undefined = await startEngineContainer(service)
  const { ports, variables } = container
  const end = async () => {
    const ending = container
    container = undefined
    if (logFolder && ending) await writeFile(join(logFolder, `${name}.log`), await ending.readLog())
    await ending?.[Symbol.asyncDispose]()
  }
  return {
    what: image.what,
    port: ports[0] ?? 0,
    ports,
    variables,
    async start() {
      if (container) await container.start()
      else container = await startEngineContainer(service)
    },
    async stop({ wipe } = { wipe: false }) {
      await container?.stop()
      if (wipe) await end()
    },
    kill: async () => container?.kill(),
    run: async (...command) => container?.run(...command),
    [Symbol.asyncDispose]: end,
  }
}
