import { get, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import type { Obtainable } from '@meadow/engines'
import type { Found } from './test-engine.ts'
import { leaveOut, unwanted } from './wanted.ts'

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
export { type OwnServer, ownServer } from './own-server.ts'
export { unwanted } from './wanted.ts'

/** Where the processes of a test run ask for engines. */
export const ENGINES_ADDRESS = 'TEST_ENGINES_ADDRESS'

/** What a contract runs on, by its name, and how that is opened; undefined where it is left out. */
type Openings<Opened> = Record<string, (() => Opened) | undefined>

/** An engine that all tests of this run share, started when the first asks; or why there is none. @throws it where all are wanted */
export async function testEngine(name: string): Promise<Found> {
  const host = process.env[ENGINES_ADDRESS]
  if (!host) throw new Error(`${ENGINES_ADDRESS} is not set: run the tests by jest.config.mjs`)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  get(`${host}/${name}`, resolve).on('error', reject) // `fetch` would wait five minutes at the most
  const found = (await json(await promise)) as Found
  return 'missing' in found ? { missing: leaveOut(name, found.missing) } : found
}

/** The engine that all tests of this run share, for a contract. */
export async function onShared<Opened>(name: string, open: (url: string) => Opened): Promise<Openings<Opened>> {
  const found = await testEngine(name)
  return 'url' in found ? { [found.what]: () => open(found.url) } : { [name]: undefined }
}

/** An engine that the test starts by `ownServer`, and may end. @throws why it cannot where all are wanted */
export function onOwn<Opened>(engine: Obtainable, open: () => Opened): Openings<Opened> {
  const [missing] = engine.missing()
  const why = unwanted() ?? (missing && `${engine.name}: this machine lacks ${missing}`)
  if (why) leaveOut(engine.name, why)
  return { [`${engine.version} of its own`]: why ? undefined : open }
}
