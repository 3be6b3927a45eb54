import { get, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import type { Obtainable } from '@meadow/engines'
import type { TestEngineResult } from './test-engine.ts'
import { skipEngine, skipMissingEngine, usesContainers, whyEnginesAreOff } from './test-engines-setting.ts'

export {
  assignBucket,
  dockerCompose,
  type Engine,
  KAFKA_USER,
  kafka,
  minio,
  mongodb,
  openDockerCompose,
  redis,
  toS3Url,
  versitygw,
} from '@meadow/engines'
export { type OwnServer, startOwnServer } from './own-server.ts'
export { whyEnginesAreOff } from './test-engines-setting.ts'

/** The environment variable with the URL from which the processes of a test run request engines. */
export const ENGINES_ADDRESS = 'TEST_ENGINES_ADDRESS'

/** The openers of a contract test by engine. Undefined if the engine is skipped. */
type EngineOpeners<Opened> = Record<string, (() => Opened) | undefined>

/** Returns an engine that all tests of the run share, or the reason why there is none. @throws if all are required */
export async function requestTestEngine(name: string): Promise<TestEngineResult> {
  const host = process.env[ENGINES_ADDRESS]
  if (!host) throw new Error(`${ENGINES_ADDRESS} is not set: run the tests by jest.config.mjs`)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  get(`${host}/${name}`, resolve).on('error', reject) // `fetch` has a time-out of five minutes
  const found = (await json(await promise)) as TestEngineResult
  if ('leftOut' in found) return { leftOut: skipEngine(name, found.leftOut) }
  return 'missing' in found ? { missing: skipMissingEngine(name, found.missing) } : found
}

/** Returns the opener of a contract test on an engine that all tests of the run share. */
export async function onSharedEngine<Opened>(
  name: string,
  open: (url: string) => Opened,
): Promise<EngineOpeners<Opened>> {
  const found = await requestTestEngine(name)
  return 'url' in found ? { [found.what]: () => open(found.url) } : { [name]: undefined }
}

/**
 * Returns the opener of a contract test on a server that the test starts and may stop. With ENGINES=containers these tests
 * are skipped. @throws if all engines are required and this one is missing
 */
export function onOwnEngine<Opened>(engine: Obtainable, open: () => Opened): EngineOpeners<Opened> {
  const title = `${engine.version} of its own`
  if (usesContainers()) {
    skipEngine(title, 'they stop and kill their server, which must be a local one')
    return { [title]: undefined }
  }
  const [missing] = engine.listMissing()
  const reason = whyEnginesAreOff() ?? (missing && `${engine.name}: this machine lacks ${missing}`)
  if (reason) skipMissingEngine(engine.name, reason)
  return { [title]: reason ? undefined : open }
}
