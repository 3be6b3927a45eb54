import { type EngineName, startOwnServer } from '@meadow/testing/engines'
import { type BenchProduct, openBenchProduct } from './open-product.ts'

type Variables = Record<string, string | undefined>

/** An engine that can replace PostgreSQL: the variable of its URL, and the URL of a server. */
type EngineVariant = { engine: EngineName; variable: string; toUrl(port: number): string }

/** Uses Apache Kafka as the bus. */
export const kafkaBusVariant: EngineVariant = {
  engine: 'kafka',
  variable: 'BUS_URL',
  toUrl: (port) => `kafka://127.0.0.1:${port}/bench?replicationFactor=1`,
}

/** Uses MongoDB's protocol as the store of posts. */
export const mongoPostsVariant: EngineVariant = {
  engine: 'mongodb',
  variable: 'POSTS_STORE_URL',
  toUrl: (port) => `mongodb://127.0.0.1:${port}/meadow_posts?directConnection=true`,
}

/** The products by engine name. `first` is on PostgreSQL; a second one is on the engine at `url`. */
export type ProductVariants = {
  products: ReadonlyMap<string, BenchProduct>
  first: BenchProduct
  url: string | undefined
}

/** Opens the product on PostgreSQL, and with `--engines` or the variable also on this engine. */
export async function openProductVariants({
  engine,
  variable,
  toUrl: addressOf,
}: EngineVariant): Promise<ProductVariants & AsyncDisposable> {
  await using opening = new AsyncDisposableStack()
  const isRequested = process.argv.includes('--engines')
  const given = process.env[variable]
  const own = isRequested && !given ? opening.use(await startOwnServer(engine)) : undefined
  const address = given ?? (own && addressOf(own.port))
  const first = opening.use(await openProductWith({ [variable]: undefined }))
  const products = new Map([['PostgreSQL', first]])
  if (address) products.set(own?.what ?? engine, opening.use(await openProductWith({ [variable]: address })))
  const opened = opening.move()
  return { products, first, url: address, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** Opens the product with these environment variables. */
async function openProductWith(variables: Variables): Promise<BenchProduct> {
  const before = Object.fromEntries(Object.keys(variables).map((name) => [name, process.env[name]]))
  setVariables(variables)
  try {
    return await openBenchProduct()
  } finally {
    setVariables(before)
  }
}

function setVariables(variables: Variables): void {
  for (const [name, value] of Object.entries(variables))
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
}
