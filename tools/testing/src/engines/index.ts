import { get, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import type { EngineName } from './engine-container.ts'
import type { TestEngineResult, TestImageResult } from './find-test-engine.ts'
import { skipEngine, skipMissingEngine, whyEnginesAreOff } from './test-engines-setting.ts'

export type { EngineName, EngineService } from './engine-container.ts'
export { findMissingContainerEngine } from './engine-image.ts'
export { type OwnServer, startOwnServer } from './own-server.ts'

/** The environment variable with the URL from which the processes of a test run request engines. */
export const ENGINES_ADDRESS = 'TEST_ENGINES_ADDRESS'

/** The openers of a contract test by engine. Undefined if the engine is skipped. */
type EngineOpeners<Opened> = Record<string, (() => Opened) | undefined>

/** Returns an engine that all tests of the run share, or the reason why there is none. @throws if all are required */
export const requestTestEngine = (name: string): Promise<TestEngineResult> =>
  requestFromHost<TestEngineResult>(name, name)

async function requestFromHost<Result extends TestEngineResult | TestImageResult>(
  name: string,
  path: string,
): Promise<Result | { missing: string } | { leftOut: string }> {
  const host = process.env[ENGINES_ADDRESS]
  if (!host) throw new Error(`${ENGINES_ADDRESS} is not set: run the tests by jest.config.mjs`)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  get(`${host}/${path}`, resolve).on('error', reject) // `fetch` has a time-out of five minutes
  const found = (await json(await promise)) as Result
  if ('leftOut' in found) return { leftOut: skipEngine(name, found.leftOut) }
  return 'missing' in found ? { missing: skipMissingEngine(name, found.missing) } : found
}

/** Returns the opener of a contract test on an engine that all tests of the run share. */
export async function onSharedEngine<Opened>(
  name: EngineName,
  open: (url: string) => Opened,
): Promise<EngineOpeners<Opened>> {
  const found = await requestTestEngine(name)
  return 'url' in found ? { [found.what]: () => open(found.url) } : { [name]: undefined }
}

/**
 * Returns the opener of a contract test on a server that the test starts, and may stop or kill.
 * @throws if all engines are required and this one is missing
 */
export async function onOwnEngine<Opened>(name: EngineName, open: () => Opened): Promise<EngineOpeners<Opened>> {
  if (whyEnginesAreOff()) return { [`${name} of its own`]: undefined }
  const found = await requestFromHost<TestImageResult>(name, `${name}/image`)
  return 'what' in found ? { [`${found.what} of its own`]: open } : { [`${name} of its own`]: undefined }
}
