import { kafka, mongodb, startOwnServer } from '@meadow/testing/engines'
import { openProduct, type Product } from './product.ts'

type Engine = Parameters<typeof startOwnServer>[0]
type Variables = Record<string, string | undefined>

/** An engine that can stand beside PostgreSQL: the variable that names it to the product, and its address there. */
type Beside = { engine: Engine; variable: string; addressOf(port: number): string }

/** Apache Kafka as the bus. */
export const busInKafka: Beside = {
  engine: kafka,
  variable: 'BUS_URL',
  addressOf: (port) => `kafka://127.0.0.1:${port}/bench`,
}

/** MongoDB's protocol as the store of posts. */
export const postsInMongo: Beside = {
  engine: mongodb,
  variable: 'POSTS_STORE_URL',
  addressOf: (port) => `mongodb://127.0.0.1:${port}/meadow_posts?directConnection=true`,
}

/** The product on each engine, by the engine's name: on PostgreSQL at `first`, and where `address` names another also on that. */
export type Sides = { products: ReadonlyMap<string, Product>; first: Product; address: string | undefined }

/** Opens it on PostgreSQL alone; with `--engines`, or where the variable names one, also on this engine beside it. */
export async function openSides({ engine, variable, addressOf }: Beside): Promise<Sides & AsyncDisposable> {
  await using opening = new AsyncDisposableStack()
  const isAsked = process.argv.includes('--engines')
  const own = async () => (isAsked ? addressOf(opening.use(await startOwnServer(engine)).port) : undefined)
  const address = process.env[variable] ?? (await own())
  const first = opening.use(await openProductWith({ [variable]: undefined }))
  const products = new Map([['PostgreSQL', first]])
  if (address) products.set(engine.version, opening.use(await openProductWith({ [variable]: address })))
  const opened = opening.move()
  return { products, first, address, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** The whole product, with these variables and no others of their names. */
async function openProductWith(variables: Variables): Promise<Product> {
  const before = Object.fromEntries(Object.keys(variables).map((name) => [name, process.env[name]]))
  setVariables(variables)
  try {
    return await openProduct()
  } finally {
    setVariables(before)
  }
}

function setVariables(variables: Variables): void {
  for (const [name, value] of Object.entries(variables))
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
}
