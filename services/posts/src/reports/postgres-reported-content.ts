import { toPictureAddress } from '@meadow/contracts'
import { appendToPostgresOutbox } from '@meadow/events'
import { createPostgresMemberReadModel } from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import {
  changePost,
  deleteStoredComment,
  hideComment,
  lockPostOfComment,
  showComment,
} from '../comments/postgres-comment-changes.ts'
import { LOCK_POST } from '../posts/postgres-post-changes.ts'
import { PICTURES_SQL, type PictureRow, toPicture } from '../posts/postgres-post-picture.ts'
import { deleteStoredPost } from '../posts/postgres-post-repository.ts'
import type { CommentsTable, PostsTable, PostVideosTable } from '../schema.ts'
import { type PostVideoRow, rowToPostVideo, VIDEO_COLUMNS } from '../videos/postgres-video-repository.ts'
import { listPosters } from '../videos/video.ts'
import type { ReportedContentStore } from './reported-content.ts'

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
      const post = await lockPostOfComment(tx, id)
      if (!post) return undefined
      const moved = isHidden ? -(await hideComment(tx, id, 'moderators')) : await showComment(tx, id, 'moderators')
      return moved === 0 ? undefined : { postId: post.id, post: await changePost(tx, post, moved) }
    },

    async removeComment(id) {
      const post = await lockPostOfComment(tx, id)
      const removed = await deleteStoredComment(tx, id)
      return post && removed > 0 ? { postId: post.id, post: await changePost(tx, post, -removed) } : undefined
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
      const selectVideo = `select ${VIDEO_COLUMNS}, captions from post_videos where post_id = $1`
      const { rows: videos } = await tx.query<PostVideoRow & Pick<PostVideosTable, 'captions'>>(selectVideo, [id])
      const shown = [...pictures.map(toPicture), ...videos.map(rowToPostVideo).flatMap(listPosters)]
      const [video] = videos.map((row) => ({ durationMs: rowToPostVideo(row).durationMs, captions: row.captions }))
      return {
        author,
        text,
        createdAt,
        pictures: shown.map((picture) => ({ url: toPictureAddress(picture), alt: picture.alt })),
        video,
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
