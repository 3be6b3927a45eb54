import type { PostView } from '@meadow/contracts'
import { MAX_POST_COMMENTS_IN_VIEW, MAX_POST_LIKES_IN_VIEW } from '@meadow/contracts/limits'
import { memberViewFields, visibleUnlessBlockedSql } from '@meadow/members'
import { WrittenJson } from '@meadow/service'
import { toPicturesView } from './post.ts'
import { PICTURES_SQL, type PictureRow, toPicture } from './postgres-post-picture.ts'

const toTimestampSql = (column: string): string =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const NEWEST_COMMENTS_SQL = `
  select c.id as "_id", author as "user", c.text, ${toTimestampSql('c.created_at')} as "createdAt"
  from comments c join members m on m.id = c.author_id cross join lateral (select ${memberViewFields()}) author
  where c.post_id = p.id and ${visibleUnlessBlockedSql('m')}
  order by c.created_at desc, c.id desc limit ${MAX_POST_COMMENTS_IN_VIEW}`

/** The newest likers, and the viewer's own like. Most posts of most pages have few of all, so the counters come first. */
const LIKES_SQL = `
  select
    case when p.likes_count > 0 then array(
      select member_id from likes where post_id = p.id order by created_at desc, member_id limit ${MAX_POST_LIKES_IN_VIEW}
    ) else '{}' end as ids,
    p.likes_count > 0 and exists (select 1 from likes where post_id = p.id and member_id = $1) as viewer_liked
  offset 0`

/**
 * Builds the expression of the view of the post `p`, whose author is `m`, for the viewer `$1`, as JSON text. The statement
 * around it needs `blockedMembersCte`. `isFollowingSql`: as in `memberViewFields`. The pictures come last, and as rows.
 */
export const postViewSql = (isFollowingSql?: string): string => `(
  select row_to_json(post_view)::text from (
    select p.id as "_id", author as "user", p.content, '' as image, null as media, ${toTimestampSql('p.created_at')} as "createdAt",
      p.rev, case when viewer_liked and $1 <> all (liker.ids) then liker.ids || $1::uuid else liker.ids end as likes,
      case when p.comments_count > 0 then (
        select coalesce(json_agg(newest_comment order by "createdAt", "_id"), '[]') from (${NEWEST_COMMENTS_SQL}) newest_comment
      ) else '[]' end as comments,
      p.likes_count as "likesCount", p.comments_count as "commentsCount", viewer_liked as "viewerLiked",
      case when p.has_picture then array(select row_to_json(picture) from (${PICTURES_SQL}) picture) else '{}' end as pictures
    from (select ${memberViewFields(isFollowingSql)}) author
      cross join (${LIKES_SQL}) liker
  ) post_view)`

const WITHOUT_PICTURES = '"pictures":[]}'

/** Converts the JSON text that `postViewSql` reads. Only that of a post with pictures is parsed. */
export function toWrittenPostView(text: string): WrittenJson<PostView> {
  if (text.endsWith(WITHOUT_PICTURES)) return new WrittenJson(text)
  const view: PostView & { pictures: readonly PictureRow[] } = JSON.parse(text)
  return new WrittenJson(JSON.stringify({ ...view, ...toPicturesView(view.pictures.map(toPicture)) }))
}
