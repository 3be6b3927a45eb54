import {
  createMongoClientKeyStore,
  createMongoConsumerStore,
  createMongoOutbox,
  createPostgresClientKeyStore,
  createPostgresConsumerStore,
  createPostgresOutbox,
} from '@meadow/events'
import { createMongoMediaRemovalQueue, createPostgresMediaRemovalQueue } from '@meadow/media'
import {
  createMongoExportTasks,
  createMongoMemberErasures,
  createMongoMemberReadModel,
  createMongoMentionableMembers,
  createMongoRefusedWords,
  createPostgresExportTasks,
  createPostgresMemberErasures,
  createPostgresMemberReadModel,
  createPostgresMentionableMembers,
  createPostgresRefusedWords,
} from '@meadow/members'
import { type MetricsSource, newId } from '@meadow/service'
import type { MongoStore, PostgresPool } from '@meadow/storage'
import { createMongoEncodingTasks, createPostgresEncodingTasks } from '@meadow/voice'
import { createMongoBookmarkRepository } from './bookmarks/mongo-bookmark-repository.ts'
import { createPostgresBookmarkRepository } from './bookmarks/postgres-bookmark-repository.ts'
import { createMongoCommentRepository } from './comments/mongo-comment-repository.ts'
import { createPostgresCommentRepository } from './comments/postgres-comment-repository.ts'
import { createMongoCounterChecker } from './counters/mongo-counter-checker.ts'
import { createPostgresCounterChecker } from './counters/postgres-counter-checker.ts'
import { createMongoDiscoverRepository } from './discover/mongo-discover-repository.ts'
import { createPostgresDiscoverRepository } from './discover/postgres-discover-repository.ts'
import { createMongoPostDraftRepository } from './drafts/mongo-draft-repository.ts'
import { createPostgresPostDraftRepository } from './drafts/postgres-draft-repository.ts'
import { createMongoEditRepository } from './edits/mongo-edit-repository.ts'
import { createPostgresEditRepository } from './edits/postgres-edit-repository.ts'
import { createLikeRepository } from './likes/like-repository.ts'
import { createMongoLikeRepository } from './likes/mongo-like-repository.ts'
import { createPostgresLikeWriter } from './likes/postgres-like-writer.ts'
import { createPostgresPostLikers } from './likes/postgres-post-likers.ts'
import { createMongoLinkPreviews } from './link-previews/mongo-link-previews.ts'
import { createPostgresLinkPreviews } from './link-previews/postgres-link-previews.ts'
import { createMongoPictureRepository } from './media/mongo-picture-repository.ts'
import { createMongoProfilePictureRepository } from './media/mongo-profile-picture-repository.ts'
import { createPostgresPictureRepository } from './media/postgres-picture-repository.ts'
import { createPostgresProfilePictureRepository } from './media/postgres-profile-picture-repository.ts'
import { createMongoMemberDataEraser } from './members/mongo-member-data-eraser.ts'
import { createPostgresMemberDataEraser } from './members/postgres-member-data-eraser.ts'
import { createMongoMutedContent } from './muting/mongo-muted-content.ts'
import { createPostgresMutedContent } from './muting/postgres-muted-content.ts'
import { createMongoPostsData, createPostgresPostsData } from './own-data/own-data-stores.ts'
import { createMongoPanelReader } from './panels/mongo-panel-reader.ts'
import { createPostgresPanelReader } from './panels/postgres-panel-reader.ts'
import { createMongoPinRepository } from './pins/mongo-pin-repository.ts'
import { createPostgresPinRepository } from './pins/postgres-pin-repository.ts'
import { createMongoPostRepository } from './posts/mongo-post-repository.ts'
import { createPostgresPostRepository } from './posts/postgres-post-repository.ts'
import { createMongoReadingPositionRepository } from './reading-position/mongo-reading-position-repository.ts'
import { createPostgresReadingPositionRepository } from './reading-position/postgres-reading-position-repository.ts'
import { createMongoReportedContent } from './reports/mongo-reported-content.ts'
import { createPostgresReportedContent } from './reports/postgres-reported-content.ts'
import { createMongoPostIndex } from './search/mongo-post-index.ts'
import { createMongoPostFinder } from './search/mongo-post-search.ts'
import { createPostgresPostIndex } from './search/postgres-post-index.ts'
import { createPostgresPostFinder } from './search/postgres-post-search.ts'
import type { PostsServiceDeps } from './service.ts'
import { createMongoShareRepository } from './shares/mongo-share-repository.ts'
import { createPostgresShareRepository } from './shares/postgres-share-repository.ts'
import { createMongoTagStore } from './tags/mongo-tag-store.ts'
import { createPostgresTagStore } from './tags/postgres-tag-store.ts'
import { createMongoTimeline } from './timelines/mongo-timeline.ts'
import { createPostgresFanOut } from './timelines/postgres-fan-out.ts'
import { createPostgresTimeline } from './timelines/postgres-timeline.ts'
import { createMongoVideoRepository, videoTaskCollection } from './videos/mongo-video-repository.ts'
import { createPostgresVideoRepository } from './videos/postgres-video-repository.ts'
import { createMongoViewRepository } from './views/mongo-view-repository.ts'
import { createPostgresViewRepository } from './views/postgres-view-repository.ts'

/** The ports of this service's store. */
export type PostsStorePorts = Pick<
  PostsServiceDeps,
  | 'members'
  | 'posts'
  | 'edits'
  | 'shares'
  | 'bookmarks'
  | 'pins'
  | 'views'
  | 'readingPositions'
  | 'counterChecker'
  | 'drafts'
  | 'discover'
  | 'mentionableMembers'
  | 'comments'
  | 'likes'
  | 'timeline'
  | 'postFinder'
  | 'postIndex'
  | 'fanOut'
  | 'tags'
  | 'mutedContent'
  | 'panels'
  | 'pictures'
  | 'videos'
  | 'videoTasks'
  | 'linkPreviews'
  | 'ownData'
  | 'refusedWords'
  | 'removals'
  | 'clientKeys'
  | 'outbox'
  | 'consumerStore'
  | 'pingStore'
> & {
  /** The metrics of the writers of the ports. */
  writerMetrics: MetricsSource[]
}

export function createPostgresPostsPorts(pool: PostgresPool): PostsStorePorts {
  const likeWriter = createPostgresLikeWriter(pool)
  return {
    members: createPostgresMemberReadModel(pool),
    posts: createPostgresPostRepository(pool),
    edits: createPostgresEditRepository(pool),
    shares: createPostgresShareRepository(pool),
    bookmarks: createPostgresBookmarkRepository(pool),
    pins: createPostgresPinRepository(pool),
    views: createPostgresViewRepository(pool),
    readingPositions: createPostgresReadingPositionRepository(pool),
    counterChecker: createPostgresCounterChecker(pool),
    drafts: createPostgresPostDraftRepository(pool),
    discover: createPostgresDiscoverRepository(pool),
    mentionableMembers: createPostgresMentionableMembers(pool),
    comments: createPostgresCommentRepository(pool),
    likes: createLikeRepository(likeWriter.write, createPostgresMemberReadModel(pool), createPostgresPostLikers(pool)),
    timeline: createPostgresTimeline(pool),
    postFinder: createPostgresPostFinder(pool),
    postIndex: createPostgresPostIndex(pool),
    fanOut: createPostgresFanOut(pool),
    tags: createPostgresTagStore(pool),
    mutedContent: createPostgresMutedContent(pool),
    panels: createPostgresPanelReader(pool),
    pictures: createPostgresPictureRepository(pool),
    videos: createPostgresVideoRepository(pool),
    videoTasks: createPostgresEncodingTasks(pool, { table: 'video_tasks', idColumn: 'video_id' }),
    linkPreviews: createPostgresLinkPreviews(pool, newId),
    ownData: createPostgresPostsData(pool),
    refusedWords: createPostgresRefusedWords(pool),
    removals: createPostgresMediaRemovalQueue(pool),
    clientKeys: createPostgresClientKeyStore(pool),
    outbox: createPostgresOutbox(pool),
    consumerStore: createPostgresConsumerStore(pool, (tx) => ({
      members: createPostgresMemberReadModel(tx),
      refusedWords: createPostgresRefusedWords(tx),
      erasures: createPostgresMemberErasures(tx),
      exportTasks: createPostgresExportTasks(tx),
      eraser: createPostgresMemberDataEraser(tx),
      profilePictures: createPostgresProfilePictureRepository(tx),
      reportedContent: createPostgresReportedContent(tx, newId),
    })),
    pingStore: () => pool.ping(),
    writerMetrics: [likeWriter],
  }
}

export const createMongoPostsPorts = (mongo: MongoStore): PostsStorePorts => ({
  members: createMongoMemberReadModel(mongo),
  posts: createMongoPostRepository(mongo),
  edits: createMongoEditRepository(mongo),
  shares: createMongoShareRepository(mongo),
  bookmarks: createMongoBookmarkRepository(mongo),
  pins: createMongoPinRepository(mongo),
  views: createMongoViewRepository(mongo),
  readingPositions: createMongoReadingPositionRepository(mongo),
  counterChecker: createMongoCounterChecker(mongo),
  drafts: createMongoPostDraftRepository(mongo),
  discover: createMongoDiscoverRepository(mongo),
  mentionableMembers: createMongoMentionableMembers(mongo),
  comments: createMongoCommentRepository(mongo),
  likes: createMongoLikeRepository(mongo),
  timeline: createMongoTimeline(mongo),
  panels: createMongoPanelReader(mongo),
  postFinder: createMongoPostFinder(mongo),
  postIndex: createMongoPostIndex(mongo),
  tags: createMongoTagStore(mongo),
  mutedContent: createMongoMutedContent(mongo),
  pictures: createMongoPictureRepository(mongo),
  videos: createMongoVideoRepository(mongo),
  videoTasks: createMongoEncodingTasks(mongo, videoTaskCollection),
  linkPreviews: createMongoLinkPreviews(mongo, newId),
  ownData: createMongoPostsData(mongo),
  refusedWords: createMongoRefusedWords(mongo),
  removals: createMongoMediaRemovalQueue(mongo),
  clientKeys: createMongoClientKeyStore(mongo),
  outbox: createMongoOutbox(mongo),
  consumerStore: createMongoConsumerStore(mongo, (tx) => ({
    members: createMongoMemberReadModel(tx),
    refusedWords: createMongoRefusedWords(tx),
    erasures: createMongoMemberErasures(tx),
    exportTasks: createMongoExportTasks(tx),
    eraser: createMongoMemberDataEraser(tx),
    profilePictures: createMongoProfilePictureRepository(tx),
    reportedContent: createMongoReportedContent(tx, newId),
  })),
  pingStore: () => mongo.ping(),
  writerMetrics: [],
})
