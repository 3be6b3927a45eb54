import type { TextFacet } from '@meadow/contracts'
import { MAX_POST_COMMENTS_IN_VIEW, MAX_POST_LIKES_IN_VIEW } from '@meadow/contracts/limits'
import { type LinkPreviewRow, rowToLinkPreview } from '@meadow/link-preview'
import {
  isMutedSql,
  type MemberViewRow,
  memberViewColumns,
  rowToMemberView,
  type Viewer,
  visibleContentSql,
} from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import { COMMENT_COLUMNS, type CommentRow, rowToComment } from '../comments/postgres-comment-repository.ts'
import type { PostsTable } from '../schema.ts'
import { resolveShares } from '../shares/resolve-shares.ts'
import { type PostVideoRow, rowToPostVideo, VIDEO_COLUMNS } from '../videos/postgres-video-repository.ts'
import { includeViewerLike, type Post, sortPostsByIds } from './post.ts'
import { POST_SETTINGS_COLUMNS, type PostSettingsRow, rowToPostSettings } from './post-settings.ts'
import { PICTURES_SQL, type PictureRow, toPicture } from './postgres-post-picture.ts'

/** The JSON value that `postRowSql` reads. */
export type PostRow = MemberViewRow &
  Pick<PostsTable, 'id' | 'content' | 'rev' | 'likes_count' | 'comments_count' | 'shares_count' | 'shared_post_id'> & {
    created_at: string
    edited_at: string | null
    facets: TextFacet[] | null
    likes: string[]
    viewer_liked: boolean
    viewer_bookmarked: boolean
    viewer_shared: boolean
    comments: CommentRow[]
    pictures: PictureRow[]
    video: PostVideoRow | null
    is_viewer_followed: boolean
    link_preview: LinkPreviewRow | null
    link_preview_removed: boolean
  } & PostSettingsRow

type PostRowOptions = {
  /** Builds the condition that the viewer may see a row of the table `members`, which has this alias. */
  isVisibleSql: (member: string, hostColumn?: string) => string
  /** Builds the condition that the viewer does not mute the member with the id in this column. */
  isNotMutedSql: (memberColumn: string) => string
  /** As in `memberViewColumns`, about the author. */
  isFollowingSql?: string | undefined
}

/**
 * Builds the expression that reads the post `p`, whose author is `m`, for the viewer `$1`, as one JSON value. Most posts have no
 * pictures or video, and many have no comments or likes, so these are looked up only where the row of the post says that there are some.
 */
export const postRowSql = ({ isVisibleSql, isNotMutedSql, isFollowingSql }: PostRowOptions): string => `(
  select row_to_json(post_row) from (
    select p.id, p.content, ${POST_SETTINGS_COLUMNS}, p.facets, p.created_at, p.edited_at, p.rev, p.likes_count, p.comments_count,
      p.shares_count, p.shared_post_id, p.link_preview_removed, ${memberViewColumns(isFollowingSql)},
      case when p.likes_count > 0 then array(
        select member_id from likes where post_id = p.id order by created_at desc, member_id limit ${MAX_POST_LIKES_IN_VIEW}
      ) else '{}' end as likes,
      p.likes_count > 0 and exists (select 1 from likes where post_id = p.id and member_id = $1) as viewer_liked,
      exists (select 1 from bookmarks where member_id = $1 and post_id = p.id) as viewer_bookmarked,
      p.shares_count > 0 and exists (
        select 1 from posts share where share.shared_post_id = p.id and share.author_id = $1 and share.content = ''
      ) as viewer_shared,
      case when p.comments_count > 0 then (
        select coalesce(json_agg(newest order by newest.created_at, newest.id), '[]') from (${newestCommentsSql({ isVisibleSql, isNotMutedSql })}) newest
      ) else '[]' end as comments,
      case when p.has_picture then array(select row_to_json(picture) from (${PICTURES_SQL}) picture) else '{}' end as pictures,
      case when p.has_picture then (
        select row_to_json(shown) from (select ${VIDEO_COLUMNS} from post_videos where post_id = p.id) shown
      ) end as video,
      case when p.comment_audience = 'following' then coalesce(
        (select active from follows where from_id = p.author_id and to_id = $1), false
      ) else false end as is_viewer_followed,
      case when p.link_preview_id is not null and not p.link_preview_removed then (
        select row_to_json(preview) from (select id, url, page from link_previews where id = p.link_preview_id) preview
      ) end as link_preview
  ) post_row)`

/** A muted member's comments show only on their own posts. A reply shows only with the comment to which it replies. */
const newestCommentsSql = ({ isVisibleSql, isNotMutedSql }: PostRowOptions): string => {
  const isShownSql = (author: string) =>
    `${isVisibleSql(author, 'p.author_id')} and (${author}.id = p.author_id or ${isNotMutedSql(`${author}.id`)})`
  return `
  select ${COMMENT_COLUMNS}, null as reply_to, ${memberViewColumns()}
  from comments c join members m on m.id = c.author_id
  where c.post_id = p.id and ${isShownSql('m')} and (c.parent_id is null or exists (
    select from comments parent join members parent_author on parent_author.id = parent.author_id
    where parent.id = c.parent_id and ${isShownSql('parent_author')}))
  order by c.created_at desc, c.id desc limit ${MAX_POST_COMMENTS_IN_VIEW}`
}

const isNotMutedSql = (memberColumn: string): string => `not ${isMutedSql('$1', memberColumn)}`

const isVisibleSql = (member: string, hostColumn?: string): string =>
  visibleContentSql('$1', `${member}.id`, hostColumn)

// The ids are in a sub-select, so that the planner does not estimate by their number and keeps one generic plan.
const READ_POSTS_SQL = `
  select ${postRowSql({ isVisibleSql, isNotMutedSql })} as post
  from posts p join members m on m.id = p.author_id
  where p.id = any((select $2::uuid[])::uuid[]) and p.hidden_at is null and ${isVisibleSql('m')}`

/** Reads those of the posts that `viewer` may see, in the order of `ids`, and what they share. */
export async function readPosts(db: Queryable, ids: readonly string[], viewer: Viewer): Promise<Post[]> {
  if (ids.length === 0) return []
  const values = [viewer?._id ?? null, ids]
  const { rows } = await db.query<{ post: PostRow }>({ name: 'read-posts', text: READ_POSTS_SQL, values })
  const posts = sortPostsByIds(
    ids,
    rows.map(({ post }) => rowToPost(post, viewer)),
  )
  return (await resolvePostgresShares(db, posts, viewer)).filter((post) => post !== undefined)
}

/** Replaces shares as `resolveShares` does. Without shares there is no query. */
export const resolvePostgresShares = (db: Queryable, posts: readonly Post[], viewer: Viewer) =>
  resolveShares(posts, async (ids) => {
    const values = [viewer?._id ?? null, ids]
    const text = `${READ_POSTS_SQL} and ${isNotMutedSql('p.author_id')}`
    const { rows } = await db.query<{ post: PostRow }>({ name: 'read-shared-posts', text, values })
    return rows.map(({ post }) => rowToPost(post, viewer))
  })

/** Converts a row to the post that `viewer` sees. */
export const rowToPost = (row: PostRow, viewer: Viewer): Post => ({
  _id: row.id,
  user: rowToMemberView(row),
  content: row.content,
  facets: row.facets ?? [],
  pictures: row.pictures.map(toPicture),
  video: row.video && rowToPostVideo(row.video),
  createdAt: new Date(row.created_at),
  editedAt: row.edited_at === null ? null : new Date(row.edited_at),
  rev: row.rev,
  likes: includeViewerLike(row.likes, viewer, row.viewer_liked),
  likesCount: row.likes_count,
  comments: row.comments.map(rowToComment),
  commentsCount: row.comments_count,
  viewerLiked: row.viewer_liked,
  viewerBookmarked: row.viewer_bookmarked,
  settings: rowToPostSettings(row),
  isViewerFollowedByAuthor: row.is_viewer_followed,
  sharedPostId: row.shared_post_id,
  sharesCount: row.shares_count,
  viewerShared: row.viewer_shared,
  linkPreview: row.link_preview && rowToLinkPreview(row.link_preview),
  isLinkPreviewRemoved: row.link_preview_removed,
})
