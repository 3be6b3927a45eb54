import { appendToPostgresOutbox } from '@meadow/events'
import type { ErasedCounts, MemberDataEraser } from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import { deletePicturesOfOwner, deletePicturesOfPost } from '../media/postgres-picture-repository.ts'
import { toPostDeletedEvent } from '../posts/post-deletion.ts'
import { IS_PLAIN_SHARE_SQL } from '../posts/postgres-post-changes.ts'
import type { PostsTable } from '../schema.ts'
import { uncountErasedShares } from '../shares/postgres-share-changes.ts'
import { deleteVideoOfPost, deleteVideosOfOwner } from '../videos/postgres-video-repository.ts'

type Context = Parameters<MemberDataEraser['eraseBatch']>[1]

/**
 * Creates the eraser of what posts has of a member, in the transaction `tx`: posts, comments and likes at posts of others, which lose
 * them from their counts, and pictures. Comments and likes need no event: nobody sees them since the account was deactivated.
 */
export const createPostgresMemberDataEraser = (tx: Queryable): MemberDataEraser => ({
  async eraseBatch({ memberId }, context) {
    for (const step of [
      erasePosts,
      eraseComments,
      eraseLikes,
      eraseCommentLikes,
      erasePictures,
      eraseVideos,
      eraseFollowedTags,
      eraseBookmarks,
      eraseDrafts,
      eraseDiscoverExclusions,
      eraseMutedContent,
      eraseViewedPosts,
      eraseReadingPosition,
      eraseTimeline,
    ]) {
      const counts = await step(tx, memberId, context)
      if (Object.values(counts).some((count) => count > 0)) return counts
    }
    return {}
  },
})

type ErasedPostRow = Pick<PostsTable, 'id' | 'author_id' | 'rev' | 'shared_post_id' | 'has_picture'> & {
  isPlainShare: boolean
}

async function erasePosts(tx: Queryable, memberId: string, { limit, at, newId }: Context): Promise<ErasedCounts> {
  const { rows } = await tx.query<ErasedPostRow>(
    `select id, author_id, rev, shared_post_id, has_picture, ${IS_PLAIN_SHARE_SQL} as "isPlainShare"
     from posts where author_id = $1 order by id limit $2 for update`,
    [memberId, limit],
  )
  for (const { id: postId, rev, isPlainShare, has_picture: hasMedia } of rows) {
    if (isPlainShare) continue // was not created by an event
    await deletePicturesOfPost(tx, postId, at)
    if (hasMedia) await deleteVideoOfPost(tx, postId, at)
    const event = toPostDeletedEvent({ authorId: memberId, rev }, { postId, at, eventId: newId(at) })
    await appendToPostgresOutbox(tx, event)
  }
  const ids = [rows.map(({ id }) => id)]
  await tx.query("delete from posts where shared_post_id = any($1::uuid[]) and content = ''", ids)
  await tx.query('delete from posts where id = any($1::uuid[])', ids)
  await uncountErasedShares(tx, memberId, rows)
  return { posts: rows.length }
}

/** Locks the posts of rows, in the order of their ids, like everything that changes a post. Returns their ids. */
async function lockPostsOf(tx: Queryable, rows: readonly { post_id: string }[]): Promise<string[]> {
  const postIds = [...new Set(rows.map(({ post_id }) => post_id))].toSorted()
  await tx.query('select from posts where id = any($1::uuid[]) order by id for update', [postIds])
  return postIds
}

/** Deletes a batch of likes of posts. */
async function eraseLikes(tx: Queryable, memberId: string, { limit }: Context): Promise<ErasedCounts> {
  const { rows } = await tx.query<{ post_id: string }>(
    'select post_id from likes where member_id = $1 order by post_id limit $2',
    [memberId, limit],
  )
  const { rowCount } = await tx.query(
    `with removed as (
       delete from likes where member_id = $1 and post_id = any($2::uuid[]) returning post_id
     ), counted as (select post_id, count(*)::int as removed from removed group by post_id),
     updated as (
       update posts set likes_count = greatest(0, likes_count - counted.removed) from counted
       where posts.id = counted.post_id
     )
     select from removed`,
    [memberId, await lockPostsOf(tx, rows)],
  )
  return { likes: rowCount ?? 0 }
}

/** Deletes a batch of comments with the replies to them and their likes, first those that are shown, then hidden ones. */
async function eraseComments(tx: Queryable, memberId: string, { limit }: Context): Promise<ErasedCounts> {
  for (const table of ['comments', 'hidden_comments']) {
    const { rows } = await tx.query<{ id: string; post_id: string }>(
      `select id, post_id from ${table} where author_id = $1 order by post_id, id limit $2`,
      [memberId, limit],
    )
    if (rows.length === 0) continue
    await lockPostsOf(tx, rows)
    await deleteComments(
      tx,
      rows.map(({ id }) => id),
    )
    return { comments: rows.length }
  }
  return {}
}

/** Deletes comments of locked posts with the replies to them and their likes, and takes them from the counts. */
async function deleteComments(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.query(
    `with removed as (
       delete from comments where id = any($1::uuid[]) or parent_id = any($1::uuid[]) returning id, post_id, parent_id
     ),
     hidden as (
       delete from hidden_comments where id = any($1::uuid[]) or parent_id = any($1::uuid[]) returning id
     ),
     unliked as (
       delete from comment_likes where comment_id in (select id from removed union all select id from hidden)
     ),
     answered as (
       update comments set replies_count = greatest(0, replies_count - counted.removed)
       from (select parent_id, count(*)::int as removed from removed group by parent_id) counted
       where comments.id = counted.parent_id and comments.id not in (select id from removed)
     )
     update posts set comments_count = greatest(0, comments_count - counted.removed)
     from (select post_id, count(*)::int as removed from removed group by post_id) counted
     where posts.id = counted.post_id`,
    [ids],
  )
}

async function eraseCommentLikes(tx: Queryable, memberId: string, { limit }: Context): Promise<ErasedCounts> {
  const { rows } = await tx.query<{ comment_id: string; post_id: string }>(
    'select comment_id, post_id from comment_likes where member_id = $1 order by comment_id limit $2',
    [memberId, limit],
  )
  if (rows.length === 0) return {}
  await lockPostsOf(tx, rows)
  const { rowCount } = await tx.query(
    `with removed as (
       delete from comment_likes where member_id = $1 and comment_id = any($2::uuid[]) returning comment_id
     ), shown as (
       update comments set likes_count = greatest(0, likes_count - 1) where id in (select comment_id from removed)
     ), hidden as (
       update hidden_comments set likes_count = greatest(0, likes_count - 1) where id in (select comment_id from removed)
     )
     select from removed`,
    [memberId, rows.map(({ comment_id }) => comment_id)],
  )
  return { commentLikes: rowCount ?? 0 }
}

const erasePictures = async (tx: Queryable, memberId: string, { limit, at }: Context): Promise<ErasedCounts> => ({
  pictures: await deletePicturesOfOwner(tx, memberId, { limit, at }),
})

const eraseVideos = async (tx: Queryable, memberId: string, { limit, at }: Context): Promise<ErasedCounts> => ({
  videos: await deleteVideosOfOwner(tx, memberId, { limit, at }),
})

/** The timeline and the visits of Discover are lists of posts by others, so they are not counted. */
async function eraseTimeline(tx: Queryable, memberId: string): Promise<ErasedCounts> {
  await tx.query('delete from timelines where member_id = $1', [memberId])
  await tx.query('delete from timeline_entries where member_id = $1', [memberId])
  await tx.query('delete from popular_authors where member_id = $1', [memberId])
  await tx.query('delete from discover_snapshots where member_id = $1', [memberId])
  return {}
}

async function eraseFollowedTags(tx: Queryable, memberId: string): Promise<ErasedCounts> {
  const { rowCount } = await tx.query('delete from tag_follows where member_id = $1', [memberId])
  return { followedTags: rowCount ?? 0 }
}

const eraseMutedContent = async (tx: Queryable, memberId: string): Promise<ErasedCounts> => {
  const { rowCount } = await tx.query('delete from muted_content where member_id = $1', [memberId])
  return { mutedContent: rowCount ?? 0 }
}

const eraseViewedPosts = async (tx: Queryable, memberId: string): Promise<ErasedCounts> => {
  const { rowCount } = await tx.query('delete from viewed_posts where member_id = $1', [memberId])
  return { viewedPosts: rowCount ?? 0 }
}

const eraseReadingPosition = async (tx: Queryable, memberId: string): Promise<ErasedCounts> => {
  const { rowCount } = await tx.query('delete from reading_positions where member_id = $1', [memberId])
  return { readingPositions: rowCount ?? 0 }
}

const eraseBookmarks = async (tx: Queryable, memberId: string): Promise<ErasedCounts> => {
  const { rowCount } = await tx.query('delete from bookmarks where member_id = $1', [memberId])
  return { bookmarks: rowCount ?? 0 }
}

const eraseDrafts = async (tx: Queryable, memberId: string): Promise<ErasedCounts> => {
  const { rowCount } = await tx.query('delete from post_drafts where member_id = $1', [memberId])
  return { drafts: rowCount ?? 0 }
}

const eraseDiscoverExclusions = async (tx: Queryable, memberId: string): Promise<ErasedCounts> => {
  const { rowCount } = await tx.query('delete from discover_exclusions where member_id = $1', [memberId])
  return { discoverExclusions: rowCount ?? 0 }
}
