import {
  createMongoConsumerStore,
  createMongoOutbox,
  createPostgresConsumerStore,
  createPostgresOutbox,
} from '@meadow/events'
import {
  createMongoMediaRemovalQueue,
  createPostgresMediaRemovalQueue,
  queueMediaRemovals,
  queueMediaRemovalsInMongo,
} from '@meadow/media'
import { createMongoMemberReadModel, createPostgresMemberReadModel } from '@meadow/members'
import type { MongoStore, PostgresPool } from '@meadow/storage'
import { mongoConversations } from './conversations/mongo-conversation-repository.ts'
import { createMongoPresenceAudience } from './conversations/mongo-presence-audience.ts'
import { postgresConversations } from './conversations/postgres-conversation-repository.ts'
import { createPostgresPresenceAudience } from './conversations/postgres-presence-audience.ts'
import { mongoMutuals } from './members/mongo-mutuals.ts'
import { createMongoRelationshipLookup } from './members/mongo-relationship-lookup.ts'
import { postgresMutuals } from './members/postgres-mutuals.ts'
import { createPostgresRelationshipLookup } from './members/postgres-relationship-lookup.ts'
import { mongoDeletions } from './messages/mongo-delete-message.ts'
import { mongoEdits } from './messages/mongo-edit-message.ts'
import { mongoMessages } from './messages/mongo-message-repository.ts'
import { postgresDeletions } from './messages/postgres-delete-message.ts'
import { postgresEdits } from './messages/postgres-edit-message.ts'
import { postgresMessages } from './messages/postgres-message-repository.ts'
import { readPictureSecret as readSecretInMongo } from './pictures/mongo-picture-files.ts'
import { readPictureSecret } from './pictures/postgres-picture-files.ts'
import { mongoReactions } from './reactions/mongo-reaction-repository.ts'
import { postgresReactions } from './reactions/postgres-reaction-repository.ts'
import { mongoReading } from './reading/mongo-reading-repository.ts'
import { postgresReading } from './reading/postgres-reading-repository.ts'
import { mongoMessageSearch } from './search/mongo-message-search.ts'
import { postgresMessageSearch } from './search/postgres-message-search.ts'
import type { ChatServiceDeps } from './service.ts'
import { mongoThreads } from './threads/mongo-thread-repository.ts'
import { postgresThreads } from './threads/postgres-thread-repository.ts'

type Conversations =
  | 'conversations'
  | 'messages'
  | 'edits'
  | 'deletions'
  | 'reactions'
  | 'threads'
  | 'search'
  | 'reading'
type People = 'members' | 'relationships' | 'mutuals' | 'presenceAudience'

/** What this service keeps, by port; and what addresses of pictures are signed with. */
export type Ports = Pick<
  ChatServiceDeps,
  Conversations | People | 'removals' | 'removeLater' | 'outbox' | 'store' | 'ping'
> & {
  readPictureSecret(): Promise<string>
}

export const postgresPorts = (pool: PostgresPool): Ports => ({
  members: createPostgresMemberReadModel(pool),
  relationships: createPostgresRelationshipLookup(pool),
  mutuals: postgresMutuals(pool),
  presenceAudience: createPostgresPresenceAudience(pool),
  conversations: postgresConversations(pool),
  messages: postgresMessages(pool),
  edits: postgresEdits(pool),
  deletions: postgresDeletions(pool),
  reactions: postgresReactions(pool),
  threads: postgresThreads(pool),
  search: postgresMessageSearch(pool),
  reading: postgresReading(pool),
  removals: createPostgresMediaRemovalQueue(pool),
  removeLater: (paths, due) => queueMediaRemovals(pool, paths, due),
  outbox: createPostgresOutbox(pool),
  store: createPostgresConsumerStore(pool, (tx) => ({ members: createPostgresMemberReadModel(tx) })),
  readPictureSecret: () => readPictureSecret(pool),
  ping: () => pool.query('select 1'),
})

export const mongoPorts = (mongo: MongoStore): Ports => ({
  members: createMongoMemberReadModel(mongo),
  relationships: createMongoRelationshipLookup(mongo),
  mutuals: mongoMutuals(mongo),
  presenceAudience: createMongoPresenceAudience(mongo),
  conversations: mongoConversations(mongo),
  messages: mongoMessages(mongo),
  edits: mongoEdits(mongo),
  deletions: mongoDeletions(mongo),
  reactions: mongoReactions(mongo),
  threads: mongoThreads(mongo),
  search: mongoMessageSearch(mongo),
  reading: mongoReading(mongo),
  removals: createMongoMediaRemovalQueue(mongo),
  removeLater: (paths, due) => queueMediaRemovalsInMongo(mongo, paths, due),
  outbox: createMongoOutbox(mongo),
  store: createMongoConsumerStore(mongo, (tx) => ({ members: createMongoMemberReadModel(tx) })),
  readPictureSecret: () => readSecretInMongo(mongo),
  ping: () => mongo.db.command({ ping: 1, ...mongo.operationOptions }),
})
