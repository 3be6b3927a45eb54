import { isMutedSql, visibleContentSql } from '@meadow/members'
import { toLowestId } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import { IS_PLAIN_SHARE_SQL } from '../posts/postgres-post-changes.ts'
import { MAX_OWN_POSTS, MAX_RECENT_COMMENTS, MAX_WAITING_COMMENTS, type OwnAction, type PanelReader } from './panels.ts'

// Ids begin with their time, so the primary key of comments finds the newest.
const COUNT_RECENT_COMMENTS_SQL = `
  select c.post_id as "postId", count(*)::int as comments,
    count(distinct c.author_id) filter (where c.author_id <> p.author_id)::int as authors
  from (select * from comments where id > $1 order by id desc limit ${MAX_RECENT_COMMENTS}) c join posts p on p.id = c.post_id
  group by c.post_id`

const LIST_OWN_POSTS_SQL = `
  select created_at as "createdAt", likes_count as "likesCount", comments_count as "commentsCount"
  from posts where author_id = $1 and not ${IS_PLAIN_SHARE_SQL} order by created_at desc, id desc limit $2`

const COUNT_WAITING_COMMENTS_SQL = `
  select count(*)::int as count from (
    select from (
        select id, author_id from posts where author_id = $1 and hidden_at is null order by created_at desc, id desc limit ${MAX_OWN_POSTS}
      ) p
      join comments c on c.post_id = p.id
    where c.id > $2 and c.author_id <> $1 and ${visibleContentSql('$1', 'c.author_id', 'p.author_id')}
      and not ${isMutedSql('$1', 'c.author_id')}
      and not exists (select from comments own where own.post_id = p.id and own.author_id = $1 and own.created_at > c.created_at)
    limit ${MAX_WAITING_COMMENTS}
  ) waiting`

const LIST_OWN_ACTIONS_SQL = `
  (select 'post' as kind, id as "postId", created_at as "createdAt" from posts where author_id = $1 and not ${IS_PLAIN_SHARE_SQL} order by created_at desc, id desc limit $2)
  union all
  (select 'comment', post_id, created_at from comments where author_id = $1 order by id desc limit $2)
  union all
  (select 'like', post_id, created_at from likes where member_id = $1 order by created_at desc, post_id desc limit $2)`

export const createPostgresPanelReader = (db: Queryable): PanelReader => ({
  async countRecentComments(since) {
    const values = [toLowestId(since)]
    return (await db.query({ name: 'count-recent-comments', text: COUNT_RECENT_COMMENTS_SQL, values })).rows
  },

  async findMuted(viewer, memberIds) {
    const { rows } = await db.query<{ id: string }>({
      name: 'find-muted',
      text: `select id from unnest($2::uuid[]) as id where ${isMutedSql('$1', 'id')}`,
      values: [viewer._id, memberIds],
    })
    return new Set(rows.map(({ id }) => id))
  },

  async listOwnPosts(memberId, limit) {
    return (await db.query({ name: 'list-own-posts', text: LIST_OWN_POSTS_SQL, values: [memberId, limit] })).rows
  },

  async countWaitingComments(viewer, since) {
    const { rows } = await db.query<{ count: number }>({
      name: 'count-waiting-comments',
      text: COUNT_WAITING_COMMENTS_SQL,
      values: [viewer._id, toLowestId(since)],
    })
    return rows[0]?.count ?? 0
  },

  async listOwnActions(memberId, limit) {
    const { rows } = await db.query<OwnAction>({
      name: 'list-own-actions',
      text: LIST_OWN_ACTIONS_SQL,
      values: [memberId, limit],
    })
    return rows
  },
})
