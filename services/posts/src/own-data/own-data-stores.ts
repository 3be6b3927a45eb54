import { createMongoOwnDataReader, createPostgresOwnDataReader, type OwnDataReader } from '@meadow/members'
import type { MongoDatabase, Queryable } from '@meadow/storage'

/** Creates the reader of what posts holds about a member, on PostgreSQL. */
export const createPostgresPostsData = (db: Queryable): OwnDataReader =>
  createPostgresOwnDataReader(db, {
    posts: { from: 'posts where author_id = $1', since: 'created_at' },
    comments: { from: 'comments where author_id = $1', since: 'created_at' },
    likes: { from: 'likes where member_id = $1', since: 'created_at' },
    pictures: { from: 'media where owner_id = $1', since: 'created_at' },
  })

const ofMember = (field: string) => (memberId: string) => [{ $match: { [field]: memberId } }]

/** Creates the reader of what posts holds about a member, on MongoDB. */
export const createMongoPostsData = (mongo: MongoDatabase): OwnDataReader =>
  createMongoOwnDataReader(mongo, {
    posts: { collection: 'posts', stages: ofMember('authorId'), since: 'createdAt' },
    comments: { collection: 'comments', stages: ofMember('authorId'), since: 'createdAt' },
    likes: { collection: 'likes', stages: ofMember('memberId'), since: 'createdAt' },
    pictures: { collection: 'media', stages: ofMember('ownerId'), since: 'createdAt' },
  })
