import { mongoOutbox, mongoStore, postgresOutbox, postgresStore } from '@meadow/events'
import { mongoRemovals, postgresRemovals, removeLater, removeLaterFromMongo } from '@meadow/media'
import { mongoMembers, postgresMembers } from '@meadow/members'
import type { MongoStore, Postgres } from '@meadow/storage'
import { mongoConversations } from './conversations/mongo-conversation-repository.ts'
import { postgresConversations } from './conversations/postgres-conversation-repository.ts'
import { mongoMutuals } from './members/mongo-mutuals.ts'
import { mongoRelations } from './members/mongo-relations.ts'
import { postgresMutuals } from './members/postgres-mutuals.ts'
import { postgresRelations } from './members/postgres-relations.ts'
import { mongoDeletions } from './messages/mongo-delete-message.ts'
import { mongoEdits } from './messages/mongo-edit-message.ts'
import { mongoMessages } from './messages/mongo-message-repository.ts'
import { postgresDeletions } from './messages/postgres-delete-message.ts'
import { postgresEdits } from './messages/postgres-edit-message.ts'
import { postgresMessages } from './messages/postgres-message-repository.ts'
import { readPictureSecret as readSecretInMongo } from './pictures/mongo-picture-files.ts'
import { readPictureSecret } from './pictures/postgres-picture-files.ts'
import { mongoPartners } from './presence/mongo-partners.ts'
import { postgresPartners } from './presence/postgres-partners.ts'
import { mongoReactions } from './reactions/mongo-reaction-repository.ts'
import { postgresReactions } from './reactions/postgres-reaction-repository.ts'
import { mongoReading } from './reading/mongo-reading-repository.ts'
import { postgresReading } from './reading/postgres-reading-repository.ts'
import { mongoMessageSearch } from './search/mongo-message-search.ts'
import { postgresMessageSearch } from './search/postgres-message-search.ts'
import type { Parts } from './service.ts'
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
type People = 'members' | 'relations' | 'mutuals' | 'partners'

/** What this service keeps, by port; and what addresses of pictures are signed with. */
export type Ports = Pick<Parts, Conversations | People | 'removals' | 'removeLater' | 'outbox' | 'store' | 'ping'> & {
  readPictureSecret(): Promise<string>
}

export const postgresPorts = (pool: Postgres): Ports => ({
  members: postgresMembers(pool),
  relations: postgresRelations(pool),
  mutuals: postgresMutuals(pool),
  partners: postgresPartners(pool),
  conversations: postgresConversations(pool),
  messages: postgresMessages(pool),
  edits: postgresEdits(pool),
  deletions: postgresDeletions(pool),
  reactions: postgresReactions(pool),
  threads: postgresThreads(pool),
  search: postgresMessageSearch(pool),
  reading: postgresReading(pool),
  removals: postgresRemovals(pool),
  removeLater: (paths, due) => removeLater(pool, paths, due),
  outbox: postgresOutbox(pool),
  store: postgresStore(pool, (tx) => ({ members: postgresMembers(tx) })),
  readPictureSecret: () => readPictureSecret(pool),
  ping: () => pool.query('select 1'),
})

export const mongoPorts = (mongo: MongoStore): Ports => ({
  members: mongoMembers(mongo),
  relations: mongoRelations(mongo),
  mutuals: mongoMutuals(mongo),
  partners: mongoPartners(mongo),
  conversations: mongoConversations(mongo),
  messages: mongoMessages(mongo),
  edits: mongoEdits(mongo),
  deletions: mongoDeletions(mongo),
  reactions: mongoReactions(mongo),
  threads: mongoThreads(mongo),
  search: mongoMessageSearch(mongo),
  reading: mongoReading(mongo),
  removals: mongoRemovals(mongo),
  removeLater: (paths, due) => removeLaterFromMongo(mongo, paths, due),
  outbox: mongoOutbox(mongo),
  store: mongoStore(mongo, (tx) => ({ members: mongoMembers(tx) })),
  readPictureSecret: () => readSecretInMongo(mongo),
  ping: () => mongo.db.command({ ping: 1, ...mongo.within }),
})
