import { type EngineContainer, type EngineName, readEngineService, startEngineContainer } from './engine-container.ts'
import { obtainEngineImage } from './engine-image.ts'
import { whyEnginesAreOff } from './test-engines-setting.ts'

/** The environment variable with the URL of a server that exists, by engine. */
const URL_VARIABLES: Record<EngineName, string> = {
  kafka: 'TEST_KAFKA_URL',
  mongodb: 'TEST_MONGO_URL',
  redis: 'TEST_REDIS_URL',
  versitygw: 'TEST_VERSITYGW_URL',
  minio: 'TEST_MINIO_URL',
}

/** An engine with its description, or the reason why it is missing, or why this run leaves it out. */
export type TestEngineResult = { url: string; what: string } | { missing: string } | { leftOut: string }

/** The image of an engine with its description, or the reason why tests cannot start containers of it. */
export type TestImageResult = { what: string } | { missing: string } | { leftOut: string }

const isEngineName = (name: string): name is EngineName => name in URL_VARIABLES

/** Finds the image of an engine, of which a test may start a container. */
export async function findTestImage(name: string): Promise<TestImageResult> {
  if (!isEngineName(name)) return { missing: `There is no test engine '${name}'` }
  const reason = whyEnginesAreOff()
  if (reason) return { missing: reason }
  const found = await obtainEngineImage((await readEngineService(name)).image)
  // MinIO publishes no images: who has built none does not expect its tests
  return 'missing' in found && name === 'minio' ? { leftOut: found.missing } : found
}

/** Finds the engine that all tests of a run share: the one of the environment, else a new container. */
export async function findTestEngine(name: string): Promise<TestEngineResult & Partial<AsyncDisposable>> {
  const url = isEngineName(name) && process.env[URL_VARIABLES[name]]
  if (url) return { url, what: `${name}, from ${URL_VARIABLES[name]}` }
  const found = await findTestImage(name)
  if (!('what' in found) || !isEngineName(name)) return found as TestEngineResult
  try {
    const container = await startEngineContainer(await readEngineService(name))
    return {
      url: toSharedUrl(name, container),
      what: found.what,
      [Symbol.asyncDispose]: () => container[Symbol.asyncDispose](),
    }
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) }
  }
}

const MONGO_TIMEOUT_MS = 60_000

/** Returns the URL of who may do everything. On a busy machine MongoDB responds later than the product waits. */
function toSharedUrl(name: EngineName, { variables }: EngineContainer): string {
  const [url = ''] = Object.values(variables)
  if (name !== 'mongodb') return url
  const address = Object.assign(new URL(url), { pathname: '/' })
  for (const timeout of ['connectTimeoutMS', 'serverSelectionTimeoutMS', 'waitQueueTimeoutMS', 'socketTimeoutMS'])
    address.searchParams.set(timeout, String(MONGO_TIMEOUT_MS))
  return address.href
}
