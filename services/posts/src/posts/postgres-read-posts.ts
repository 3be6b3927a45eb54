import { MAX_POST_COMMENTS_IN_VIEW, MAX_POST_LIKES_IN_VIEW } from '@meadow/contracts/limits'
import {
  MEMBER_VIEW_COLUMNS,
  type MemberViewRow,
  rowToMemberView,
  type Viewer,
  visibleMemberSql,
} from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import { type CommentRow, rowToComment } from '../comments/postgres-comment-repository.ts'
import type { PostsTable } from '../schema.ts'
import { includeViewerLike, type Post, sortPostsByIds } from './post.ts'
import { PICTURES_SQL, type PictureRow, toPicture } from './postgres-post-picture.ts'

/** The JSON value of a post, as `visiblePostsSql` reads it. */
type PostRow = MemberViewRow &
  Pick<PostsTable, 'id' | 'content' | 'rev' | 'likes_count' | 'comments_count'> & {
    created_at: string
    likes: string[]
    viewer_liked: boolean
    comments: CommentRow[]
    pictures: PictureRow[]
  }

const NEWEST_COMMENTS_SQL = `
  select newest.id, newest.text, newest.created_at, ${MEMBER_VIEW_COLUMNS}
  from (
    select c.id, c.author_id, c.text, c.created_at from comments c
    where c.post_id = p.id and ${visibleMemberSql('$1', 'c.author_id')}
    order by c.created_at desc, c.id desc limit ${MAX_POST_COMMENTS_IN_VIEW}
  ) newest join members m on m.id = newest.author_id
  order by newest.created_at, newest.id`

/**
 * Builds the statement that reads the posts `p` that fulfil `condition`, as the viewer `$1` sees them. Each row is one JSON
 * value, which can contain the comments and is parsed in half the time of separate columns.
 */
const visiblePostsSql = (condition: string): string => `
  select row_to_json(visible_post) as post from (
    select p.id, p.content, p.created_at, p.rev, p.likes_count, p.comments_count, ${MEMBER_VIEW_COLUMNS},
      array(select row_to_json(picture) from (${PICTURES_SQL}) picture) as pictures,
      array(
        select member_id from likes where post_id = p.id order by created_at desc, member_id limit ${MAX_POST_LIKES_IN_VIEW}
      ) as likes,
      exists (select 1 from likes where post_id = p.id and member_id = $1) as viewer_liked,
      array(select row_to_json(newest_comment) from (${NEWEST_COMMENTS_SQL}) newest_comment) as comments
    from posts p join members m on m.id = p.author_id
    where ${condition} and ${visibleMemberSql('$1', 'p.author_id')}
  ) visible_post`

// The ids are in a sub-select, so that the planner does not estimate by their number and keeps one generic plan.
const READ_POSTS_SQL = visiblePostsSql('p.id = any((select $2::uuid[])::uuid[])')

/** Reads those of the posts that `viewer` may see, in the order of `ids`. */
export async function readPosts(db: Queryable, ids: readonly string[], viewer: Viewer): Promise<Post[]> {
  if (ids.length === 0) return []
  const values = [viewer?._id ?? null, ids]
  const { rows } = await db.query<{ post: PostRow }>({ name: 'read-posts', text: READ_POSTS_SQL, values })
  return sortPostsByIds(
    ids,
    rows.map(({ post }) => rowToPost(post, viewer)),
  )
}

/** Converts the JSON value of a post. */
const rowToPost = (row: PostRow, viewer: Viewer): Post => ({
  _id: row.id,
  user: rowToMemberView(row),
  content: row.content,
  pictures: row.pictures.map(toPicture),
  createdAt: new Date(row.created_at),
  rev: row.rev,
  likes: includeViewerLike(row.likes, viewer, row.viewer_liked),
  likesCount: row.likes_count,
  comments: row.comments.map(rowToComment),
  commentsCount: row.comments_count,
  viewerLiked: row.viewer_liked,
})
