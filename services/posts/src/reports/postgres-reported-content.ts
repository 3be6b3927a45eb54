import { toPictureAddress } from '@meadow/contracts'
import { MAX_POST_LIKES_IN_VIEW } from '@meadow/contracts/limits'
import { appendToPostgresOutbox } from '@meadow/events'
import { createPostgresMemberReadModel } from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import {
  LOCK_POST,
  type LockedPostRow,
  NEWEST_COMMENTS_JSON_SQL,
  type NewestCommentRow,
  toNewestComments,
} from '../posts/postgres-post-changes.ts'
import { PICTURES_SQL, type PictureRow, toPicture } from '../posts/postgres-post-picture.ts'
import { deleteStoredPost } from '../posts/postgres-post-repository.ts'
import type { CommentsTable, PostsTable } from '../schema.ts'
import type { ChangedComments, ReportedContentStore } from './reported-content.ts'

type PostRow = Pick<PostsTable, 'author_id' | 'content' | 'created_at'>
type CommentRow = Pick<CommentsTable, 'author_id' | 'post_id' | 'text' | 'created_at'>

/** Reads reported content on PostgreSQL. `tx` is the transaction of the consumer. */
export function createPostgresReportedContent(tx: Queryable, newId: (at: Date) => string): ReportedContentStore {
  const findMember = async (id: string) => (await createPostgresMemberReadModel(tx).find([id])).get(id)

  const store: ReportedContentStore = {
    newId,
    findFollowed: (memberId, ids) => createPostgresMemberReadModel(tx).findFollowed(memberId, ids),
    append: (event) => appendToPostgresOutbox(tx, event),

    async removePost(id, at) {
      const { rows } = await tx.query<Pick<PostsTable, 'author_id' | 'rev'>>({ ...LOCK_POST, values: [id] })
      if (!rows[0]) return undefined
      await deleteStoredPost(tx, id, at)
      return { authorId: rows[0].author_id, rev: rows[0].rev }
    },

    async setPostHidden(id, isHidden, at) {
      const { rows } = await tx.query<Pick<PostsTable, 'author_id' | 'rev'>>(
        `update posts set hidden_at = $2, rev = rev + 1 where id = $1 and (hidden_at is null) = $3
         returning author_id, rev`,
        [id, isHidden ? at : null, isHidden],
      )
      return rows[0] && { authorId: rows[0].author_id, rev: rows[0].rev }
    },

    async setCommentHidden(id, isHidden) {
      const [from, to] = isHidden ? ['comments', 'hidden_comments'] : ['hidden_comments', 'comments']
      const post = await lockPostOfComment(tx, from, id)
      if (!post) return undefined
      const { rowCount } = await tx.query(
        `with moved as (delete from ${from} where id = $1 returning id, post_id, author_id, text, created_at, facets)
         insert into ${to} (id, post_id, author_id, text, created_at, facets) select * from moved`,
        [id],
      )
      return rowCount ? changeCommentCount(tx, post, isHidden ? -1 : 1) : undefined
    },

    async removeComment(id) {
      const post = await lockPostOfComment(tx, 'comments', id)
      await tx.query('delete from hidden_comments where id = $1', [id])
      const { rowCount } = await tx.query('delete from comments where id = $1', [id])
      return post && rowCount ? changeCommentCount(tx, post, -1) : undefined
    },

    async findPost(id) {
      const { rows } = await tx.query<PostRow>('select author_id, content, created_at from posts where id = $1', [id])
      const author = rows[0] && (await findMember(rows[0].author_id))
      if (!author) return undefined
      const { content: text, created_at: createdAt } = rows[0] as PostRow
      const { rows: pictures } = await tx.query<PictureRow>(
        `select picture.* from posts p, lateral (${PICTURES_SQL}) picture where p.id = $1`,
        [id],
      )
      return {
        author,
        text,
        createdAt,
        pictures: pictures.map((row) => ({ url: toPictureAddress(toPicture(row)), alt: row.alt })),
        post: undefined,
      }
    },

    async findComment(id) {
      const { rows } = await tx.query<CommentRow>(
        `select author_id, post_id, text, created_at from comments where id = $1
         union all select author_id, post_id, text, created_at from hidden_comments where id = $1`,
        [id],
      )
      const author = rows[0] && (await findMember(rows[0].author_id))
      if (!author) return undefined
      const { post_id, text, created_at: createdAt } = rows[0] as CommentRow
      return { author, text, createdAt, pictures: [], post: await store.findPost(post_id) }
    },
  }
  return store
}

type LockedPost = LockedPostRow & { id: string }

/** Locks the post of a comment in this table. */
async function lockPostOfComment(tx: Queryable, table: string, id: string): Promise<LockedPost | undefined> {
  const { rows } = await tx.query<{ post_id: string }>(`select post_id from ${table} where id = $1`, [id])
  const postId = rows[0]?.post_id
  if (!postId) return undefined
  const { rows: locked } = await tx.query<LockedPostRow>({ ...LOCK_POST, values: [postId] })
  return locked[0] && { ...locked[0], id: postId }
}

/** Changes the number of comments of a locked post. Returns the post as everybody may see it. */
async function changeCommentCount(tx: Queryable, post: LockedPost, difference: 1 | -1): Promise<ChangedComments> {
  const [commentsCount, rev] = [Math.max(0, post.comments_count + difference), post.rev + 1]
  await tx.query('update posts set comments_count = $2, rev = $3 where id = $1', [post.id, commentsCount, rev])
  const { rows } = await tx.query<{ likes: string[]; comments: NewestCommentRow[] | null }>(
    `select array(
       select member_id from likes where post_id = $1 order by created_at desc, member_id limit ${MAX_POST_LIKES_IN_VIEW}
     ) as likes, (${NEWEST_COMMENTS_JSON_SQL}) as comments`,
    [post.id],
  )
  const { likes = [], comments = null } = rows[0] ?? {}
  const [authorId, likesCount] = [post.author_id, post.likes_count]
  return {
    postId: post.id,
    post: { authorId, rev, likes, likesCount, comments: toNewestComments(comments), commentsCount },
  }
}
