import { MAX_POST_COMMENTS_IN_VIEW, MAX_POST_LIKES_IN_VIEW } from '@meadow/contracts/limits'
import {
  MEMBER_VIEW_COLUMNS,
  type MemberViewRow,
  rowToMemberView,
  type Viewer,
  visibleMemberSql,
} from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import type { Comment, Post, PostPicture } from './post.ts'

/** `created_at` is text where the row came as JSON. */
export type CommentRow = MemberViewRow & { id: string; text: string; created_at: Date | string }

export const toComment = (row: CommentRow): Comment => ({
  _id: row.id,
  user: rowToMemberView(row),
  text: row.text,
  createdAt: new Date(row.created_at),
})

type PostRow = MemberViewRow & {
  id: string
  content: string
  alt: string
  created_at: string
  rev: number
  likes: string[]
  likes_count: number
  comments_count: number
  viewer_liked: boolean
  comments: CommentRow[]
} & ({ media_id: null } | PictureRow)

type PictureRow = {
  media_id: string
  owner_id: string
  random: string
  width: number
  height: number
  placeholder: string
  narrower: number[]
}

const NEWEST_COMMENTS_SQL = `
  select newest.id, newest.text, newest.created_at, ${MEMBER_VIEW_COLUMNS}
  from (
    select c.id, c.author_id, c.text, c.created_at from comments c
    where c.post_id = p.id and ${visibleMemberSql('$1', 'c.author_id')}
    order by c.created_at desc, c.id desc limit ${MAX_POST_COMMENTS_IN_VIEW}
  ) newest join members m on m.id = newest.author_id
  order by newest.created_at, newest.id`

// A row is one value of JSON, which is read in half of the time that its columns take and can hold the comments.
// The ids come by a sub-select, so that a plan for any number of them is as good as one for these: it is made once.
const READ_POSTS_SQL = `
  select row_to_json(seen) as seen from (
    select p.id, p.content, p.alt, p.created_at, p.rev, p.likes_count, p.comments_count, ${MEMBER_VIEW_COLUMNS},
      media.id as media_id, media.owner_id, media.random, media.width, media.height,
      media.placeholder, media.narrower,
      array(
        select member_id from likes where post_id = p.id order by created_at desc, member_id limit ${MAX_POST_LIKES_IN_VIEW}
      ) as likes,
      exists (select 1 from likes where post_id = p.id and member_id = $1) as viewer_liked,
      array(select row_to_json(said) from (${NEWEST_COMMENTS_SQL}) said) as comments
    from posts p join members m on m.id = p.author_id left join media on media.post_id = p.id
    where p.id = any((select $2::uuid[])::uuid[]) and ${visibleMemberSql('$1', 'p.author_id')}
  ) seen`

/** Posts with all that `viewer` sees of them, in one query however many they are. */
export async function readPosts(db: Queryable, ids: readonly string[], viewer: Viewer): Promise<Post[]> {
  if (ids.length === 0) return []
  const values = [viewer?._id ?? null, ids]
  const { rows } = await db.query<{ seen: PostRow }>({ name: 'read-posts', text: READ_POSTS_SQL, values })
  const posts = new Map(rows.map(({ seen }) => [seen.id, seen]))
  return ids
    .map((id) => posts.get(id))
    .filter((row) => row !== undefined)
    .map((row) => toPost(row, viewer))
}

const toPost = (row: PostRow, viewer: Viewer): Post => ({
  _id: row.id,
  user: rowToMemberView(row),
  content: row.content,
  alt: row.alt,
  picture: row.media_id === null ? undefined : toPicture(row),
  createdAt: new Date(row.created_at),
  rev: row.rev,
  likes: row.viewer_liked && viewer && !row.likes.includes(viewer._id) ? [...row.likes, viewer._id] : row.likes,
  likesCount: row.likes_count,
  comments: row.comments.map(toComment),
  commentsCount: row.comments_count,
  viewerLiked: row.viewer_liked,
})

export const toPicture = (row: PictureRow): PostPicture => ({
  _id: row.media_id,
  ownerId: row.owner_id,
  random: row.random,
  width: row.width,
  height: row.height,
  placeholder: row.placeholder,
  narrower: row.narrower,
})
