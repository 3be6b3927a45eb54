import {
  appendToOutboxSql,
  appendToPostgresOutbox,
  type ClaimedKeyRow,
  claimClientKeySql,
  createPostgresClientKeyStore,
  readEarlierId,
  toOutboxValues,
} from '@meadow/events'
import {
  createPostgresMemberReadModel,
  MEMBER_VIEW_COLUMNS,
  type MemberViewRow,
  rowToMemberView,
  toMemberView,
  visibleContentSql,
} from '@meadow/members'
import type { ClientKey } from '@meadow/service'
import {
  type PostgresPool,
  type Queryable,
  signalOnCommit,
  withPostgresTransaction,
  withQueuedPostgresTransaction,
} from '@meadow/storage'
import { deletePicturesOfPost } from '../media/postgres-picture-repository.ts'
import { requireActiveMember } from '../members/require-active-member.ts'
import type { MediaTable, PostsTable } from '../schema.ts'
import { uncountDeletedShare } from '../shares/postgres-share-changes.ts'
import { attachVideo, deleteVideoOfPost } from '../videos/postgres-video-repository.ts'
import {
  choosePostPictures,
  FIRST_REV,
  type NewPost,
  type PostPicture,
  type StoredPicture,
  toFirstRevision,
  toPostCreatedEvent,
} from './post.ts'
import { planPostDeletion } from './post-deletion.ts'
import type { AddedPost, PostRepository } from './post-repository.ts'
import { POST_SETTINGS_COLUMNS, toPostSettingsValues } from './post-settings.ts'
import { IS_PLAIN_SHARE_SQL, toFacetsColumn } from './postgres-post-changes.ts'
import { PICTURE_COLUMNS, type PictureRow, toPicture } from './postgres-post-picture.ts'
import { readPosts } from './postgres-read-posts.ts'

/** Locks the post `$1` for the member `$2` who deletes it. */
const LOCK_DELETABLE_POST = {
  name: 'lock-deletable-post',
  text: `select author_id, rev, hidden_at is null and not ${IS_PLAIN_SHARE_SQL} and ${visibleContentSql('$2', 'posts.author_id')} as "isVisible" from posts where id = $1 for update`,
}

type DeletablePostRow = Pick<PostsTable, 'author_id' | 'rev'> & { isVisible: boolean }

export const createPostgresPostRepository = (pool: PostgresPool): PostRepository => ({
  findMany: (ids, viewer) => readPosts(pool, ids, viewer),

  async isHiddenFromAuthor(id, memberId) {
    const text = 'select from posts where id = $1 and author_id = $2 and hidden_at is not null'
    return (await pool.query(text, [id, memberId])).rowCount === 1
  },

  add: (newPost, key) => addPost(pool, newPost, key),

  delete: (deletion) =>
    withQueuedPostgresTransaction(pool, [deletion.postId], async (tx) => {
      const { postId, by, at } = deletion
      const { rows } = await tx.query<DeletablePostRow>({ ...LOCK_DELETABLE_POST, values: [postId, by._id] })
      const [post] = rows.map(({ author_id: authorId, ...row }) => ({ authorId, ...row }))
      const event = planPostDeletion(post, deletion)
      await deleteStoredPost(tx, postId, at)
      await appendToPostgresOutbox(tx, event)
    }),
})

/** Deletes a locked post with its likes, comments, shares without a comment, pictures and video, and queues the files for removal. */
export async function deleteStoredPost(tx: Queryable, postId: string, at: Date): Promise<void> {
  await deletePicturesOfPost(tx, postId, at)
  const { rows } = await tx.query<Pick<PostsTable, 'id' | 'author_id' | 'shared_post_id' | 'has_picture'>>(
    `with shares as (delete from posts where shared_post_id = $1 and content = '')
     delete from posts where id = $1 returning id, author_id, shared_post_id, has_picture`,
    [postId],
  )
  if (rows[0]?.has_picture) await deleteVideoOfPost(tx, postId, at)
  if (rows[0]) await uncountDeletedShare(tx, rows[0], at)
}

/** Adds a post by one statement if that is possible: without pictures or a video, by an author who is known and active. */
async function addPost(pool: PostgresPool, post: NewPost, key: ClientKey | undefined): Promise<AddedPost> {
  const added = post.pictures.length === 0 && !post.video ? await addByOneStatement(pool, post, key) : undefined
  return added ?? addInTransaction(pool, post, key)
}

const INSERT_POST_SQL = `insert into posts
  (id, author_id, content, alt, created_at, rev, likes_count, comments_count, has_picture, facets, ${POST_SETTINGS_COLUMNS})`

/** Adds the post with its client key and its event, unless the key was used before. Returns its author, if active. */
const ADD_POST_SQL = `
  with author as (select id from members where id = $1 and state = 'active'),
  claimed as (${claimClientKeySql('select $5::uuid, $6, $7, $8, $2::uuid from author where $7::text is not null')}),
  post as (
    ${INSERT_POST_SQL}
    select $2::uuid, id, $3, '', $4, ${FIRST_REV}, 0, 0, false, $13::jsonb, $14, $15, $16::jsonb from author
    where not exists (select from claimed where made_id <> $2::uuid or fingerprint <> $8)
    returning id
  ),
  event as (${appendToOutboxSql('select $9::uuid, $10, $11, $12::json from post')})
  select ${MEMBER_VIEW_COLUMNS}, claimed.made_id, claimed.fingerprint
  from author join members m on m.id = author.id left join claimed on true`

/** Returns undefined if the author is unknown or not active; then nothing is stored. */
async function addByOneStatement(
  pool: PostgresPool,
  post: NewPost,
  key: ClientKey | undefined,
): Promise<AddedPost | undefined> {
  const { rows } = await pool.query<MemberViewRow & ClaimedKeyRow>({
    name: 'add-post-without-pictures',
    text: ADD_POST_SQL,
    values: [
      post.author._id,
      post._id,
      post.content,
      post.createdAt,
      ...(key ? [key.memberId, key.call, key.key, key.fingerprint] : [null, null, null, null]),
      ...toOutboxValues(toPostCreatedEvent(post, undefined)),
      toFacetsColumn(post.facets),
      ...toPostSettingsValues(post.settings),
    ],
  })
  const [row] = rows
  if (!row) return undefined
  const repeatedId = key && readEarlierId(row, key.fingerprint, post._id)
  if (repeatedId) return { repeatedId }
  signalOnCommit(pool)
  return { post: toFirstRevision(post, rowToMemberView(row), { pictures: [], video: null }) }
}

const addInTransaction = (pool: PostgresPool, newPost: NewPost, key: ClientKey | undefined): Promise<AddedPost> =>
  withPostgresTransaction(pool, async (tx) => {
    const { _id, author, content, facets, settings, createdAt } = newPost
    const member = await requireActiveMember(createPostgresMemberReadModel(tx), author)
    const repeatedId = key && (await createPostgresClientKeyStore(tx).claim(key, _id))
    if (repeatedId) return { repeatedId }
    const pictures = choosePostPictures(newPost, await lockPictures(tx, newPost))
    const video = await attachVideo(tx, newPost)
    await tx.query({
      name: 'add-post',
      text: `${INSERT_POST_SQL} values ($1, $2, $3, $4, $5, $6, 0, 0, $7, $8, $9, $10, $11)`,
      values: [
        _id,
        author._id,
        content,
        pictures[0]?.alt ?? '',
        createdAt,
        FIRST_REV,
        pictures.length > 0 || video !== null,
        toFacetsColumn(facets),
        ...toPostSettingsValues(settings),
      ],
    })
    await attachPictures(tx, _id, pictures)
    await appendToPostgresOutbox(tx, toPostCreatedEvent(newPost, pictures[0]))
    return { post: toFirstRevision(newPost, toMemberView(member, false), { pictures, video }) }
  })

/** Reads the stored pictures that a new post names, and locks them, so that no other post takes them at the same time. */
export async function lockPictures(tx: Queryable, { pictures }: Pick<NewPost, 'pictures'>): Promise<StoredPicture[]> {
  if (pictures.length === 0) return []
  const references = pictures.map(({ reference }) => reference)
  const { rows } = await tx.query<
    Omit<PictureRow, 'alt'> & Pick<MediaTable, 'post_id'> & Pick<StoredPicture, 'purpose'>
  >(
    `select ${PICTURE_COLUMNS}, purpose, post_id from media
     where id = any($1::uuid[]) or random = any($2::text[]) order by id for update`,
    [
      references.flatMap((reference) => ('_id' in reference ? reference._id : [])),
      references.flatMap((reference) => ('_id' in reference ? [] : reference.random)),
    ],
  )
  return rows.map(({ purpose, post_id: postId, ...row }) => ({ ...toPicture({ ...row, alt: '' }), purpose, postId }))
}

/** Attaches pictures to a post, in their order. */
export async function attachPictures(tx: Queryable, postId: string, pictures: readonly PostPicture[]): Promise<void> {
  if (pictures.length === 0) return
  await tx.query(
    `update media set post_id = $1, position = attached.number - 1, alt = attached.alt
     from unnest($2::uuid[], $3::text[]) with ordinality as attached (id, alt, number) where media.id = attached.id`,
    [postId, pictures.map(({ _id }) => _id), pictures.map(({ alt }) => alt)],
  )
}
