import { postgresClientKeys, postgresOutbox, postgresStore } from '@meadow/events'
import { postgresRemovals } from '@meadow/media'
import { postgresMembers } from '@meadow/members'
import type { Postgres } from '@meadow/storage'
import { postgresComments } from './comments/postgres-comment-repository.ts'
import { postgresLikes } from './likes/postgres-like-repository.ts'
import { postgresMedia } from './media/postgres-media-repository.ts'
import { postgresProfilePictures } from './media/postgres-profile-pictures.ts'
import { postgresPosts } from './posts/postgres-post-repository.ts'
import { postgresTimeline } from './timelines/postgres-timeline.ts'

/** All that this service keeps in PostgreSQL, by port. */
export const postgresPorts = (pool: Postgres) => ({
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
