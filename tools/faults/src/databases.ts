import { type Bus, openBus } from '@meadow/events'
import { openBusOperator } from '@meadow/events/testing'
import { createLogger } from '@meadow/service'
import { openMongo } from '@meadow/storage'
import pg from 'pg'
import { talksInMongo } from './chat/mongo-stored-chat.ts'
import { talksInPostgres } from './chat/postgres-stored-chat.ts'
import type { KeptTalks } from './chat/stored-chat.ts'
import { SERVICES, type Service } from './history.ts'
import { type KeptPosts, postsInMongo, postsInPostgres } from './posts/stored-posts.ts'
import { mongoStore } from './stores/mongo-store.ts'
import { postgresStore, type Query, type Row } from './stores/postgres-store.ts'
import type { Store } from './stores/store.ts'

/** The stores of the services and the bus, to compare them with the responses. */
export type Databases = AsyncDisposable & {
  /** Of the services that have no other store than PostgreSQL. */
  query(service: 'auth' | 'social' | 'notify', text: string, values?: unknown[]): Promise<Row[]>
  stores: Record<Service, Store>
  posts: KeptPosts
  chat: KeptTalks
  /** How many events a service has handled and not yet committed; undefined where PostgreSQL is not the bus. */
  beyondOffset(service: Service): Promise<number | undefined>
  /** Which services lag on the bus. */
  lag(): Promise<{ group: string; topic: string; lag: number }[]>
  /** What messages an event of this type was told of, each once. */
  announced(type: string): string[]
  /** The ids of the events that are dead letters, one for each consumer that refused it. */
  dead(): Promise<string[]>
}

/** Where engines are that take the place of PostgreSQL. */
export type Elsewhere = Partial<Record<'BUS_URL' | 'POSTS_STORE_URL' | 'CHAT_STORE_URL', string>>

const BEYOND = `
  select o.consumers, l.event ->> 'id' as id from offsets o
  join log l on l.topic = o.topic and l.position > o.position`

/** `postgresUrl`: the server of all that is nowhere else. */
export async function openDatabases(postgresUrl: string, elsewhere: Elsewhere = {}): Promise<Databases> {
  await using opening = new AsyncDisposableStack()
  const log = createLogger({ name: 'faults', level: 'fatal' }) // what is taken away is missed
  const busUrl = elsewhere.BUS_URL ?? postgresUrl
  const operator = opening.use(await openBusOperator(busUrl, { log }))
  const announced = new Map<string, Set<string>>()
  opening.use(await listen(opening.use(await openBus(busUrl, { log })), announced))
  const open = (database: string): Query => {
    const connectionString = Object.assign(new URL(postgresUrl), { pathname: `/meadow_${database}` }).href
    const pool = opening.adopt(new pg.Pool({ connectionString, max: 2 }), (it) => it.end())
    pool.on('error', () => undefined)
    return async (text, values = []) => (await pool.query<Row>(text, values)).rows
  }
  const [auth, social, notify] = [open('auth'), open('social'), open('notify')]
  const openEither = async (url: string | undefined, database: string) => {
    if (url) {
      const mongo = opening.use(await openMongo(url, { name: 'faults' }))
      return { store: mongoStore(mongo), posts: postsInMongo(mongo), chat: talksInMongo(mongo) }
    }
    const query = open(database)
    return { store: postgresStore(query), posts: postsInPostgres(query), chat: talksInPostgres(query) }
  }
  const posts = await openEither(elsewhere.POSTS_STORE_URL, 'posts')
  const chat = await openEither(elsewhere.CHAT_STORE_URL, 'chat')
  const [ofAuth, ofSocial, ofNotify] = [postgresStore(auth), postgresStore(social), postgresStore(notify)]
  const stores = { auth: ofAuth, social: ofSocial, posts: posts.store, notify: ofNotify, chat: chat.store }
  const bus = elsewhere.BUS_URL ? undefined : open('bus')
  const opened = opening.move()

  return {
    query: (service, text, values) => ({ auth, social, notify })[service](text, values),
    stores,
    posts: posts.posts,
    chat: chat.chat,
    async beyondOffset(service) {
      if (!bus) return undefined
      const events = (await bus(BEYOND)).filter(({ consumers }) => consumers === service)
      return stores[service].handled(
        service,
        events.map(({ id }) => String(id)),
      )
    },
    async lag() {
      const lags = await operator.lag()
      return lags.filter(({ group, lag }) => lag > 0 && SERVICES.some((service) => service === group))
    },
    announced: (type) => [...(announced.get(type) ?? [])],
    dead: async () =>
      (await operator.deadLetters()).map(({ deadLetter: letter }) => (letter.event as { id: string }).id),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Notes all that is told of messages: their ids, by the type of the event. */
const listen = (bus: Bus, told: Map<string, Set<string>>): Promise<AsyncDisposable> =>
  bus.subscribe({
    group: 'faults',
    topics: ['messages'],
    async handle(batch) {
      for (const { event } of batch) {
        const { type, data } = event as { type: string; data: { messageId?: string } }
        const ids = told.get(type) ?? new Set()
        told.set(type, ids)
        if (data.messageId) ids.add(data.messageId)
      }
    },
  })
