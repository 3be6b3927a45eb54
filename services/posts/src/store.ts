import {
  mongoClientKeys,
  mongoOutbox,
  mongoStore,
  postgresClientKeys,
  postgresOutbox,
  postgresStore,
} from '@meadow/events'
import { mongoRemovals, postgresRemovals } from '@meadow/media'
import { mongoMembers, postgresMembers } from '@meadow/members'
import type { MongoStore, Postgres } from '@meadow/storage'
import { mongoComments } from './comments/mongo-comment-repository.ts'
import { postgresComments } from './comments/postgres-comment-repository.ts'
import { mongoLikes } from './likes/mongo-like-repository.ts'
import { postgresLikes } from './likes/postgres-like-repository.ts'
import { mongoMedia } from './media/mongo-media-repository.ts'
import { mongoProfilePictures } from './media/mongo-profile-pictures.ts'
import { postgresMedia } from './media/postgres-media-repository.ts'
import { postgresProfilePictures } from './media/postgres-profile-pictures.ts'
import { mongoPosts } from './posts/mongo-post-repository.ts'
import { postgresPosts } from './posts/postgres-post-repository.ts'
import type { Parts } from './service.ts'
import { mongoTimeline } from './timelines/mongo-timeline.ts'
import { postgresTimeline } from './timelines/postgres-timeline.ts'

/** What this service keeps, by port. */
export type Ports = Pick<
  Parts,
  'posts' | 'comments' | 'likes' | 'timeline' | 'media' | 'removals' | 'clientKeys' | 'outbox' | 'store'
>

export const postgresPorts = (pool: Postgres): Ports => ({
  posts: postgresPosts(pool),
  comments: postgresComments(pool),
  likes: postgresLikes(pool),
  timeline: postgresTimeline(pool),
  media: postgresMedia(pool),
  removals: postgresRemovals(pool),
  clientKeys: postgresClientKeys(pool),
  outbox: postgresOutbox(pool),
  store: postgresStore(pool, (tx) => ({
    members: postgresMembers(tx),
    profilePictures: postgresProfilePictures(tx),
  })),
})

export const mongoPorts = (mongo: MongoStore): Ports => ({
  posts: mongoPosts(mongo),
  comments: mongoComments(mongo),
  likes: mongoLikes(mongo),
  timeline: mongoTimeline(mongo),
  media: mongoMedia(mongo),
  removals: mongoRemovals(mongo),
  clientKeys: mongoClientKeys(mongo),
  outbox: mongoOutbox(mongo),
  store: mongoStore(mongo, (tx) => ({
    members: mongoMembers(tx),
    profilePictures: mongoProfilePictures(tx),
  })),
})
