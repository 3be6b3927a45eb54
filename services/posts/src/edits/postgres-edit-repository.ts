import type { TextFacet } from '@meadow/contracts'
import { MAX_EDIT_PARTICIPANTS, MAX_POST_LIKES_IN_VIEW } from '@meadow/contracts/limits'
import { appendToPostgresOutbox } from '@meadow/events'
import { createPostgresMemberReadModel, visibleContentSql } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type PostgresPool, type Queryable, withQueuedPostgresTransaction } from '@meadow/storage'
import { requireActiveMember } from '../members/require-active-member.ts'
import {
  IS_PLAIN_SHARE_SQL,
  NEWEST_COMMENTS_JSON_SQL,
  type NewestCommentRow,
  toFacetsColumn,
  toNewestComments,
} from '../posts/postgres-post-changes.ts'
import type { PostsTable, PostVersionsTable } from '../schema.ts'
import { type EditablePost, type PostEdit, type PostVersion, planPostEdit, toCurrentVersion } from './edit.ts'
import type { EditRepository } from './edit-repository.ts'

export const createPostgresEditRepository = (pool: PostgresPool): EditRepository => ({
  edit: (edit) =>
    withQueuedPostgresTransaction(pool, [edit.postId], async (tx) => {
      await requireActiveMember(createPostgresMemberReadModel(tx), edit.by)
      const plan = planPostEdit(await lockEditedPost(tx, edit), edit)
      if (!plan) return
      const { rev, content, facets, writtenAt } = plan.replaced
      await tx.query({
        name: 'edit-post',
        text: `
          with replaced as (
            insert into post_versions (post_id, rev, content, facets, written_at) values ($1, $2, $3, $4, $5)
          )
          update posts set content = $6, facets = $7, edited_at = $8, edited_rev = $9, rev = $9,
            link_preview_id = case when $10 then null else link_preview_id end
          where id = $1`,
        values: [
          edit.postId,
          rev,
          content,
          toFacetsColumn(facets),
          writtenAt,
          edit.content,
          toFacetsColumn(edit.facets),
          edit.at,
          plan.post.rev,
          plan.losesLinkPreview,
        ],
      })
      await appendToPostgresOutbox(tx, plan.event)
    }),

  async listVersions(postId, viewer, limit) {
    const { rows: posts } = await pool.query<TextRow>({
      name: 'read-current-version',
      text: `select content, facets, created_at, edited_at, edited_rev from posts
             where id = $2 and hidden_at is null and ${visibleContentSql('$1', 'posts.author_id')}`,
      values: [viewer?._id ?? null, postId],
    })
    if (!posts[0]) throw new DomainError('post_not_found')
    const { rows } = await pool.query<Pick<PostVersionsTable, 'rev' | 'content' | 'facets' | 'written_at'>>({
      name: 'list-versions',
      text: 'select rev, content, facets, written_at from post_versions where post_id = $1 order by rev desc limit $2',
      values: [postId, limit],
    })
    const earlier = rows.map(
      ({ written_at: writtenAt, facets, ...row }): PostVersion => ({ ...row, facets: readFacets(facets), writtenAt }),
    )
    return [toCurrentVersion(toText(posts[0])), ...earlier]
  },
})

type TextRow = Pick<PostsTable, 'content' | 'facets' | 'created_at' | 'edited_at' | 'edited_rev'>

const readFacets = (facets: unknown): TextFacet[] => (facets as TextFacet[] | null) ?? []

const toText = ({ content, facets, created_at: createdAt, edited_at, edited_rev }: TextRow) => ({
  content,
  facets: readFacets(facets),
  createdAt,
  editedAt: edited_at ?? undefined,
  editedRev: edited_rev ?? undefined,
})

type EditablePostRow = TextRow &
  Pick<
    PostsTable,
    'author_id' | 'rev' | 'likes_count' | 'comments_count' | 'shares_count' | 'has_picture' | 'link_preview_id'
  > & {
    isVisible: boolean
  }

/** Locks the post `$1` for the member `$2` who edits it. */
const LOCK_EDITED_POST = `
  select author_id, rev, likes_count, comments_count, shares_count, has_picture, link_preview_id, content, facets, created_at, edited_at, edited_rev,
    hidden_at is null and not ${IS_PLAIN_SHARE_SQL} and ${visibleContentSql('$2', 'posts.author_id')} as "isVisible"
  from posts where id = $1 for update`

/** Reads what the event of an edit of the post `$1` shows and whom it concerns, except the author `$2`. After the lock. */
const READ_EDIT_CONTEXT = `
  select array(
      select member_id from likes where post_id = $1 order by created_at desc, member_id limit ${MAX_POST_LIKES_IN_VIEW}
    ) as likes,
    array(
      select author_id from comments where post_id = $1 and author_id <> $2
      group by author_id order by max(created_at) desc limit ${MAX_EDIT_PARTICIPANTS}
    ) as participants,
    (${NEWEST_COMMENTS_JSON_SQL}) as comments`

type EditContextRow = { likes: string[]; participants: string[]; comments: NewestCommentRow[] | null }

async function lockEditedPost(tx: Queryable, { postId, by }: PostEdit): Promise<EditablePost | undefined> {
  const { rows } = await tx.query<EditablePostRow>({
    name: 'lock-edited-post',
    text: LOCK_EDITED_POST,
    values: [postId, by._id],
  })
  const [row] = rows
  if (!row) return undefined
  const { rows: contexts } = await tx.query<EditContextRow>({
    name: 'read-edit-context',
    text: READ_EDIT_CONTEXT,
    values: [postId, row.author_id],
  })
  const { likes, participants, comments } = contexts[0] as EditContextRow
  return {
    post: {
      authorId: row.author_id,
      rev: row.rev,
      likes,
      likesCount: row.likes_count,
      comments: toNewestComments(comments),
      commentsCount: row.comments_count,
      sharesCount: row.shares_count,
    },
    ...toText(row),
    hasPicture: row.has_picture,
    hasLinkPreview: row.link_preview_id !== null,
    isVisible: row.isVisible,
    participantIds: participants,
  }
}
