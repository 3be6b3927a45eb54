import { get, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import type { Obtainable } from '@meadow/engines'
import type { TestEngineResult } from './test-engine.ts'
import { skipEngine, whyEnginesAreOff } from './wanted.ts'

export {
  dockerCompose,
  type Engine,
  KAFKA_USER,
  kafka,
  minio,
  mongodb,
  openDockerCompose,
  redis,
  s3Url,
  versitygw,
} from '@meadow/engines'
export { type OwnServer, startOwnServer } from './own-server.ts'
export { whyEnginesAreOff } from './wanted.ts'

/** Where the processes of a test run ask for engines. */
export const ENGINES_ADDRESS = 'TEST_ENGINES_ADDRESS'

/** What a contract runs on, by its name, and how that is opened; undefined where it is left out. */
type EngineOpeners<Opened> = Record<string, (() => Opened) | undefined>

/** An engine that all tests of this run share, started when the first asks; or why there is none. @throws it where all are wanted */
export async function requestTestEngine(name: string): Promise<TestEngineResult> {
  const host = process.env[ENGINES_ADDRESS]
  if (!host) throw new Error(`${ENGINES_ADDRESS} is not set: run the tests by jest.config.mjs`)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  get(`${host}/${name}`, resolve).on('error', reject) // `fetch` would wait five minutes at the most
  const found = (await json(await promise)) as TestEngineResult
  return 'missing' in found ? { missing: skipEngine(name, found.missing) } : found
}

/** The engine that all tests of this run share, for a contract. */
export async function onSharedEngine<Opened>(
  name: string,
  open: (url: string) => Opened,
): Promise<EngineOpeners<Opened>> {
  const found = await requestTestEngine(name)
  return 'url' in found ? { [found.what]: () => open(found.url) } : { [name]: undefined }
}

/** An engine that the test starts by `ownServer`, and may end. @throws why it cannot where all are wanted */
export function onOwnEngine<Opened>(engine: Obtainable, open: () => Opened): EngineOpeners<Opened> {
  const [missing] = engine.missing()
  const why = whyEnginesAreOff() ?? (missing && `${engine.name}: this machine lacks ${missing}`)
  if (why) skipEngine(engine.name, why)
  return { [`${engine.version} of its own`]: why ? undefined : open }
}
