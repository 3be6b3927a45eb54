import type { PictureName } from '@meadow/contracts'
import {
  createMongoOwnDataReader,
  createPostgresOwnDataReader,
  type OwnDataItem,
  type OwnDataReader,
} from '@meadow/members'
import type { MongoDatabase, Queryable } from '@meadow/storage'
import type { BookmarkDocument } from '../bookmarks/mongo-bookmark-collection.ts'
import type { DiscoverExclusionDocument } from '../discover/mongo-discover-repository.ts'
import type { PostDraftDocument } from '../drafts/mongo-draft-collection.ts'
import type { PostVersionDocument } from '../edits/mongo-edit-repository.ts'
import type { PictureDocument } from '../media/mongo-picture-repository.ts'
import { toPicturePath as toPathInStore } from '../media/picture.ts'
import type { MutedContentDocument } from '../muting/mongo-muted-content.ts'
import type { PinnedPostDocument } from '../pins/mongo-pin-collection.ts'
import {
  type CommentDocument,
  type CommentLikeDocument,
  type LikeDocument,
  type PostDocument,
  toPostPictures,
} from '../posts/mongo-post-collections.ts'
import { DEFAULT_POST_SETTINGS } from '../posts/post-settings.ts'
import type { ReadingPositionDocument } from '../reading-position/mongo-reading-position-repository.ts'
import type { TagFollowDocument } from '../tags/mongo-tag-store.ts'
import type { VideoDocument } from '../videos/mongo-video-repository.ts'
import { type PostVideo, toVideoPath as toVideoPathInStore } from '../videos/video.ts'

const toPicturePath = ({ purpose, random }: OwnDataItem, ownerId: string) =>
  toPathInStore({ ownerId, purpose, random } as PictureName)

const toVideoPath = ({ format, random }: OwnDataItem, ownerId: string) =>
  toVideoPathInStore({ ownerId, format, random } as PostVideo)

/** Creates the reader of what posts holds about a member, on PostgreSQL. */
export const createPostgresPostsData = (db: Queryable): OwnDataReader =>
  createPostgresOwnDataReader(db, {
    posts: {
      from: 'posts where author_id = $1',
      since: 'created_at',
      key: 'id',
      select:
        'id, content as text, likes_count as likes, comments_count as comments, has_picture as "hasPicture", shared_post_id as "sharedPostId", language, coalesce(comment_audience, \'everyone\') as "commentAudience", picture_cover as "pictureCover", created_at as "createdAt"',
    },
    earlierTexts: {
      from: '(select version.*, post.author_id from post_versions version join posts post on post.id = version.post_id) versions where author_id = $1',
      since: 'written_at',
      key: 'post_id',
      select: 'post_id as "postId", content as text, written_at as "createdAt"',
    },
    comments: {
      from: `(select id, author_id, post_id, text, created_at from comments
        union all select id, author_id, post_id, text, created_at from hidden_comments) comments where author_id = $1`,
      since: 'created_at',
      key: 'id',
      select: 'post_id as "postId", text, created_at as "createdAt"',
    },
    likes: {
      from: 'likes where member_id = $1',
      since: 'created_at',
      key: 'post_id',
      select: 'post_id as "postId", created_at as "createdAt"',
    },
    commentLikes: {
      from: 'comment_likes where member_id = $1',
      since: 'created_at',
      key: 'comment_id',
      select: 'post_id as "postId", comment_id as "commentId", created_at as "createdAt"',
    },
    pinnedPosts: {
      from: 'pinned_posts where member_id = $1',
      since: 'pinned_at',
      key: 'post_id',
      select: 'post_id as "postId", pinned_at as "createdAt"',
    },
    bookmarks: {
      from: 'bookmarks where member_id = $1',
      since: 'created_at',
      key: 'post_id',
      select: 'post_id as "postId", folder, created_at as "createdAt"',
    },
    drafts: {
      from: 'post_drafts where member_id = $1 and deleted_at is null',
      since: 'changed_at',
      key: 'id',
      select:
        'content as text, language, coalesce(comment_audience, \'everyone\') as "commentAudience", picture_cover as "pictureCover", changed_at as "createdAt"',
    },
    discoverExclusions: {
      from: 'discover_exclusions where member_id = $1',
      since: 'created_at',
      key: "kind || ' ' || subject",
      select: 'kind, subject, created_at as "createdAt"',
    },
    pictures: {
      from: 'media where owner_id = $1',
      since: 'created_at',
      key: 'id',
      select: 'purpose, random, post_id as "postId", alt as description, width, height, created_at as "createdAt"',
      toPicturePath,
    },
    videos: {
      from: 'post_videos where owner_id = $1',
      since: 'created_at',
      key: 'id',
      select:
        'random, video->>\'format\' as format, post_id as "postId", (video->\'durationMs\')::int as "durationMs", captions, created_at as "createdAt"',
      toPicturePath: toVideoPath,
    },
    followedTags: {
      from: 'tag_follows where member_id = $1',
      since: 'created_at',
      key: 'tag',
      select: 'tag, created_at as "createdAt"',
    },
    mutedContent: {
      from: 'muted_content where member_id = $1',
      since: 'muted_at',
      key: "(kind || ' ' || target)",
      select: 'kind, target, until, muted_at as "createdAt"',
    },
    viewedPosts: {
      from: `(select member_id, day::timestamp at time zone 'utc' as day, unnest(post_ids) as post_id from viewed_posts) viewed
        where member_id = $1`,
      since: 'day',
      key: "(day::text || ' ' || post_id)",
      select: 'post_id as "postId", day as "createdAt"',
    },
    readingPositions: {
      from: 'reading_positions where member_id = $1',
      since: 'seen_until',
      key: 'member_id',
      select: 'seen_until as "createdAt"',
    },
  })

/** A picture with the post that shows it, if there is one. */
type PictureWithPosts = PictureDocument & { posts: PostDocument[] }

const ofMember = (field: string) => (memberId: string) => [{ $match: { [field]: memberId } }]

/** Creates the reader of what posts holds about a member, on MongoDB. */
export const createMongoPostsData = (mongo: MongoDatabase): OwnDataReader =>
  createMongoOwnDataReader(mongo, {
    posts: {
      collection: 'posts',
      stages: ofMember('authorId'),
      since: 'createdAt',
      toItem: ({
        _id,
        content,
        likesCount,
        commentsCount,
        hasPicture,
        sharedPostId,
        settings,
        createdAt,
      }: PostDocument) => ({
        id: _id,
        text: content,
        likes: likesCount,
        comments: commentsCount,
        hasPicture,
        sharedPostId: sharedPostId ?? null,
        ...(settings ?? DEFAULT_POST_SETTINGS),
        createdAt,
      }),
    },
    earlierTexts: {
      collection: 'post_versions',
      stages: ofMember('authorId'),
      since: 'writtenAt',
      toItem: ({ postId, content, writtenAt }: PostVersionDocument) => ({
        postId,
        text: content,
        createdAt: writtenAt,
      }),
    },
    comments: {
      collection: 'comments',
      stages: (memberId) => {
        const ofAuthor = { $match: { authorId: memberId } }
        return [ofAuthor, { $unionWith: { coll: 'hidden_comments', pipeline: [ofAuthor] } }]
      },
      since: 'createdAt',
      toItem: ({ postId, text, createdAt }: CommentDocument) => ({ postId, text, createdAt }),
    },
    likes: {
      collection: 'likes',
      stages: ofMember('memberId'),
      since: 'createdAt',
      key: 'sortKey',
      toItem: ({ postId, createdAt }: LikeDocument) => ({ postId, createdAt }),
    },
    commentLikes: {
      collection: 'comment_likes',
      stages: ofMember('memberId'),
      since: 'createdAt',
      toItem: ({ postId, commentId, createdAt }: CommentLikeDocument) => ({ postId, commentId, createdAt }),
    },
    pinnedPosts: {
      collection: 'pinned_posts',
      stages: ofMember('_id'),
      since: 'pinnedAt',
      toItem: ({ postId, pinnedAt }: PinnedPostDocument) => ({ postId, createdAt: pinnedAt }),
    },
    bookmarks: {
      collection: 'bookmarks',
      stages: ofMember('memberId'),
      since: 'createdAt',
      key: 'sortKey',
      toItem: ({ postId, folder, createdAt }: BookmarkDocument) => ({ postId, folder, createdAt }),
    },
    drafts: {
      collection: 'post_drafts',
      stages: (memberId) => [{ $match: { memberId, deletedAt: { $exists: false } } }],
      since: 'changedAt',
      toItem: ({ content, settings, changedAt }: PostDraftDocument) => ({
        text: content,
        ...settings,
        createdAt: changedAt,
      }),
    },
    discoverExclusions: {
      collection: 'discover_exclusions',
      stages: ofMember('memberId'),
      since: 'createdAt',
      toItem: ({ kind, subject, createdAt }: DiscoverExclusionDocument) => ({ kind, subject, createdAt }),
    },
    pictures: {
      collection: 'media',
      stages: ofMember('ownerId'),
      details: [{ $lookup: { from: 'posts', localField: 'postId', foreignField: '_id', as: 'posts' } }],
      since: 'createdAt',
      toItem: ({ _id, purpose, random, postId, width, height, createdAt, posts }: PictureWithPosts) => ({
        purpose,
        random,
        postId,
        description: posts.flatMap(toPostPictures).find((picture) => picture._id === _id)?.alt ?? null,
        width,
        height,
        createdAt,
      }),
      toPicturePath,
    },
    videos: {
      collection: 'post_videos',
      stages: ofMember('ownerId'),
      since: 'createdAt',
      toItem: ({ random, format, postId, durationMs, captions = null, createdAt }: VideoDocument) => ({
        random,
        format,
        postId,
        durationMs,
        captions,
        createdAt,
      }),
      toPicturePath: toVideoPath,
    },
    followedTags: {
      collection: 'tag_follows',
      stages: ofMember('memberId'),
      since: 'createdAt',
      key: 'tag',
      toItem: ({ tag, createdAt }: TagFollowDocument) => ({ tag, createdAt }),
    },
    mutedContent: {
      collection: 'muted_content',
      stages: ofMember('memberId'),
      since: 'mutedAt',
      toItem: ({ kind, target, until, mutedAt }: MutedContentDocument) => ({ kind, target, until, createdAt: mutedAt }),
    },
    viewedPosts: {
      collection: 'viewed_posts',
      stages: (memberId) => [
        { $match: { memberId } },
        { $unwind: '$postIds' },
        { $set: { sortKey: { $concat: ['$day', ' ', '$postIds'] }, viewedAt: { $toDate: '$day' } } },
      ],
      since: 'viewedAt',
      key: 'sortKey',
      toItem: ({ postIds: postId, viewedAt: createdAt }: { postIds: string; viewedAt: Date }) => ({
        postId,
        createdAt,
      }),
    },
    readingPositions: {
      collection: 'reading_positions',
      stages: ofMember('_id'),
      since: 'seenUntil',
      toItem: ({ seenUntil }: ReadingPositionDocument) => ({ createdAt: seenUntil }),
    },
  })
