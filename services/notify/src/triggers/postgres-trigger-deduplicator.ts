import { type Queryable, toArrayParameter } from '@meadow/storage'
import type { KnownCommentsTable, KnownLikesTable, KnownMentionsTable } from '../schema.ts'
import { repeatInBatches } from './repeat-in-batches.ts'
import type { LikeChange, ShareChange, TriggerDeduplicator } from './trigger-deduplicator.ts'

const NOT_DELETED = 'not exists (select 1 from posts p where p.id = post_id and p.deleted)'

const takeNewChangesSql = (table: 'known_likes' | 'known_shares') => `
  insert into ${table} as known (post_id, actor_id, rev)
  select post_id, actor_id, max(rev) from unnest($1::uuid[], $2::uuid[], $3::int[]) as t (post_id, actor_id, rev)
  where ${NOT_DELETED} group by post_id, actor_id order by post_id, actor_id
  on conflict (post_id, actor_id) do update set rev = excluded.rev, taken_at = default where known.rev < excluded.rev
  returning post_id, rev`

const TAKE_NEW_COMMENTS = `
  insert into known_comments (post_id, id)
  select distinct post_id, id from unnest($1::uuid[], $2::uuid[]) as t (post_id, id) where ${NOT_DELETED}
  order by post_id, id on conflict do nothing returning id`

const TAKE_NEW_MENTIONS = `
  insert into known_mentions (post_id, target_id, member_id)
  select distinct post_id, target_id, member_id
  from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as t (post_id, target_id, member_id) where ${NOT_DELETED}
  order by target_id, member_id on conflict do nothing returning target_id, member_id`

/** Returns the id under which a like or share is stored: that of the liked comment, or of the post. */
const toChangedId = ({ subject, data }: LikeChange | ShareChange): string =>
  'commentId' in data ? data.commentId : subject

/** Creates the deduplicator on PostgreSQL. `db` is the transaction of a consumer. */
export const createPostgresTriggerDeduplicator = (db: Queryable): TriggerDeduplicator => ({
  async addPosts(posts) {
    const values = [
      posts.map(({ subject }) => subject),
      posts.map(({ data }) => data.author._id),
      posts.map(({ data }) => data.excerpt),
      posts.map(({ data }) => data.image),
    ].map(toArrayParameter)
    await db.query({
      name: 'add-posts',
      text: `insert into posts (id, author_id, excerpt, image, deleted)
             select id, author_id, excerpt, image, false
             from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) as t (id, author_id, excerpt, image)
             order by id on conflict do nothing`,
      values,
    })
  },

  async takeNewEdits(edits) {
    const { rows } = await db.query<{ id: string; edited_rev: number }>({
      name: 'take-new-edits',
      text: `update posts set excerpt = edit.excerpt, edited_rev = edit.rev
             from (
               select distinct on (id) id, excerpt, rev from unnest($1::uuid[], $2::text[], $3::int[]) as t (id, excerpt, rev)
               order by id, rev desc
             ) edit
             where posts.id = edit.id and not posts.deleted and coalesce(posts.edited_rev, 0) < edit.rev
             returning posts.id, posts.edited_rev`,
      values: [
        edits.map(({ subject }) => subject),
        edits.map(({ data }) => data.excerpt),
        edits.map(({ data }) => data.rev),
      ],
    })
    const newKeys = new Set(rows.map(({ id, edited_rev }) => `${id} ${edited_rev}`)) // each rev of a post occurs once
    return edits.filter(({ subject, data }) => newKeys.delete(`${subject} ${data.rev}`))
  },

  async hidePosts(postIds, isHidden) {
    await db.query('update posts set hidden = $2 where id = any($1::uuid[])', [postIds, isHidden])
  },

  async forgetPosts(posts) {
    const ids = posts.map(({ postId }) => postId)
    await db.query(
      `insert into posts (id, author_id, excerpt, image, deleted, deleted_at)
       select distinct on (id) id, author_id, '', '', true, now()
       from unnest($1::uuid[], $2::uuid[]) as t (id, author_id) order by id
       on conflict (id) do update set excerpt = '', image = '', deleted = true, deleted_at = now()`,
      [ids, posts.map(({ authorId }) => authorId)],
    )
    for (const [table, key] of [
      ['known_likes', 'post_id, actor_id'],
      ['known_shares', 'post_id, actor_id'],
      ['known_comments', 'post_id, id'],
      ['known_mentions', 'target_id, member_id'],
    ]) {
      await repeatInBatches(async (limit) => {
        const { rowCount } = await db.query(
          `delete from ${table} where (${key}) in (select ${key} from ${table} where post_id = any($1::uuid[]) limit $2)`,
          [ids, limit],
        )
        return rowCount ?? 0
      })
    }
  },

  forgetPostsOfMember: (memberId) =>
    repeatInBatches(async (limit) => {
      const { rowCount } = await db.query(
        `update posts set excerpt = '', image = '', deleted = true, deleted_at = now()
         where id in (select id from posts where author_id = $1 and not deleted limit $2)`,
        [memberId, limit],
      )
      return rowCount ?? 0
    }),

  takeNewLikes: (changes) => takeNewChanges(db, 'known_likes', changes),

  takeNewShares: (changes) => takeNewChanges(db, 'known_shares', changes),

  async takeNewComments(comments) {
    const { rows } = await db.query<Pick<KnownCommentsTable, 'id'>>({
      name: 'take-new-comments',
      text: TAKE_NEW_COMMENTS,
      values: [comments.map(({ subject }) => subject), comments.map(({ data }) => data.commentId)],
    })
    const newIds = new Set(rows.map(({ id }) => id))
    return comments.filter(({ data }) => newIds.delete(data.commentId))
  },

  async takeNewMentions(mentions) {
    if (mentions.length === 0) return []
    const { rows } = await db.query<Pick<KnownMentionsTable, 'target_id' | 'member_id'>>({
      name: 'take-new-mentions',
      text: TAKE_NEW_MENTIONS,
      values: [
        mentions.map(({ postId, targetId }) => postId ?? targetId), // no post has the id of a member
        mentions.map(({ targetId }) => targetId),
        mentions.map(({ memberId }) => memberId),
      ],
    })
    const newKeys = new Set(rows.map(({ target_id, member_id }) => `${target_id} ${member_id}`))
    return mentions.filter(({ targetId, memberId }) => newKeys.delete(`${targetId} ${memberId}`))
  },

  async forgetMentionsOfMember(memberId) {
    await repeatInBatches(async (limit) => {
      const { rowCount } = await db.query(
        `delete from known_mentions where (target_id, member_id) in (
           select target_id, member_id from known_mentions where member_id = $1 or target_id = $1 limit $2)`,
        [memberId, limit],
      )
      return rowCount ?? 0
    })
  },

  async takeNewFollow({ data }) {
    const { rowCount } = await db.query(
      `insert into known_follows as known (to_id, from_id, version) values ($1, $2, $3)
       on conflict (to_id, from_id) do update set version = excluded.version, taken_at = default
       where known.version < excluded.version`,
      [data.to._id, data.from._id, data.version],
    )
    return rowCount === 1
  },

  async claimFollowNotification({ data, time }) {
    const { rowCount } = await db.query(
      `update known_follows set told_at = $3
       where to_id = $1 and from_id = $2 and (told_at is null or told_at <= $3::timestamptz - interval '7 days')`,
      [data.to._id, data.from._id, new Date(time)],
    )
    return rowCount === 1
  },
})

/** Stores the last change of each member and post, and returns the new ones. */
async function takeNewChanges<Change extends LikeChange | ShareChange>(
  db: Queryable,
  table: 'known_likes' | 'known_shares',
  changes: readonly Change[],
): Promise<Change[]> {
  const { rows } = await db.query<Pick<KnownLikesTable, 'post_id' | 'rev'>>({
    name: `take-new-${table}`,
    text: takeNewChangesSql(table),
    values: [changes.map(toChangedId), changes.map(({ data }) => data.actor._id), changes.map(({ data }) => data.rev)],
  })
  const newKeys = new Set(rows.map(({ post_id, rev }) => `${post_id} ${rev}`)) // each rev of a post occurs once
  return changes.filter((change) => newKeys.delete(`${toChangedId(change)} ${change.data.rev}`))
}
