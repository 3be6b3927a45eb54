import { type Bus, openBus } from '@meadow/events'
import { openBusOperator, readDeadLetters } from '@meadow/events/testing'
import { createLogger } from '@meadow/service'
import { openMongo } from '@meadow/storage'
import pg from 'pg'
import { createMongoStoredChat } from './chat/mongo-stored-chat.ts'
import { createPostgresStoredChat } from './chat/postgres-stored-chat.ts'
import type { StoredChat } from './chat/stored-chat.ts'
import { SERVICES, type Service } from './history.ts'
import { createMongoStoredPosts, createPostgresStoredPosts, type StoredPosts } from './posts/stored-posts.ts'
import { createMongoServiceStore } from './stores/mongo-store.ts'
import { createPostgresServiceStore, type Query, type Row } from './stores/postgres-store.ts'
import type { ServiceStore } from './stores/store.ts'

/** The stores of the services and the bus, to compare them with the responses. */
export type Databases = AsyncDisposable & {
  /** Queries the database of a service that always uses PostgreSQL. */
  query(service: 'auth' | 'social' | 'notify', text: string, values?: unknown[]): Promise<Row[]>
  stores: Record<Service, ServiceStore>
  posts: StoredPosts
  chat: StoredChat
  /** Counts the events that a service has handled without committing the offset. Undefined if the bus is not PostgreSQL. */
  countHandledBeyondOffset(service: Service): Promise<number | undefined>
  /** Returns the consumers with a lag. */
  lag(): Promise<{ group: string; topic: string; lag: number }[]>
  /** Returns the ids of the messages with a published event of this type. */
  listPublishedMessageIds(type: string): string[]
  /** Returns the ids of the dead letters, one for each rejecting consumer. */
  listDeadLetterIds(): Promise<string[]>
}

/** The URLs of engines that replace PostgreSQL. */
export type EngineUrls = Partial<Record<'BUS_URL' | 'POSTS_STORE_URL' | 'CHAT_STORE_URL', string>>

const BEYOND_OFFSET_SQL = `
  select o.consumers, l.event ->> 'id' as id from offsets o
  join log l on l.topic = o.topic and l.position > o.position`

/** Opens the databases. `postgresUrl` is the server of everything without a URL of its own. */
export async function openDatabases(postgresUrl: string, engineUrls: EngineUrls = {}): Promise<Databases> {
  await using opening = new AsyncDisposableStack()
  const log = createLogger({ name: 'faults', level: 'fatal' }) // connection errors are expected
  const busUrl = engineUrls.BUS_URL ?? postgresUrl
  const operator = opening.use(await openBusOperator(busUrl, { log }))
  const publishedIds = new Map<string, Set<string>>()
  opening.use(await recordMessageEvents(opening.use(await openBus(busUrl, { log })), publishedIds))
  const open = (database: string): Query => {
    const connectionString = Object.assign(new URL(postgresUrl), { pathname: `/meadow_${database}` }).href
    const pool = opening.adopt(new pg.Pool({ connectionString, max: 2 }), (pool) => pool.end())
    pool.on('error', () => undefined)
    return async (text, values = []) => (await pool.query<Row>(text, values)).rows
  }
  const [auth, social, notify] = [open('auth'), open('social'), open('notify')]
  const openEither = async (url: string | undefined, database: string) => {
    if (url) {
      const mongo = opening.use(await openMongo(url, { name: 'faults' }))
      return {
        store: createMongoServiceStore(mongo),
        posts: createMongoStoredPosts(mongo),
        chat: createMongoStoredChat(mongo),
      }
    }
    const query = open(database)
    return {
      store: createPostgresServiceStore(query),
      posts: createPostgresStoredPosts(query),
      chat: createPostgresStoredChat(query),
    }
  }
  const posts = await openEither(engineUrls.POSTS_STORE_URL, 'posts')
  const chat = await openEither(engineUrls.CHAT_STORE_URL, 'chat')
  const [ofAuth, ofSocial, ofNotify] = [
    createPostgresServiceStore(auth),
    createPostgresServiceStore(social),
    createPostgresServiceStore(notify),
  ]
  const stores = { auth: ofAuth, social: ofSocial, posts: posts.store, notify: ofNotify, chat: chat.store }
  const bus = engineUrls.BUS_URL ? undefined : open('bus')
  const opened = opening.move()

  return {
    query: (service, text, values) => ({ auth, social, notify })[service](text, values),
    stores,
    posts: posts.posts,
    chat: chat.chat,
    async countHandledBeyondOffset(service) {
      if (!bus) return undefined
      const events = (await bus(BEYOND_OFFSET_SQL)).filter(({ consumers }) => consumers === service)
      return stores[service].handled(
        service,
        events.map(({ id }) => String(id)),
      )
    },
    async lag() {
      const lags = await operator.lag()
      return lags.filter(({ group, lag }) => lag > 0 && SERVICES.some((service) => service === group))
    },
    listPublishedMessageIds: (type) => [...(publishedIds.get(type) ?? [])],
    listDeadLetterIds: async () =>
      (await readDeadLetters(operator)).map(({ deadLetter }) => (deadLetter.event as { id: string }).id),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Records the message ids of all published events by event type. */
const recordMessageEvents = (bus: Bus, idsByType: Map<string, Set<string>>): Promise<AsyncDisposable> =>
  bus.subscribe({
    group: 'faults',
    topics: ['messages'],
    async handle(batch) {
      for (const { event } of batch) {
        const { type, data } = event as { type: string; data: { messageId?: string } }
        const ids = idsByType.get(type) ?? new Set()
        idsByType.set(type, ids)
        if (data.messageId) ids.add(data.messageId)
      }
    },
  })
