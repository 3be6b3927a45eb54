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
} from '@meadow/members'
import type { ClientKey } from '@meadow/service'
import { type PostgresPool, type Queryable, signalOnCommit, withPostgresTransaction } from '@meadow/storage'
import { requireActiveMember } from '../members/require-active-member.ts'
import {
  createPictureUnavailableError,
  FIRST_REV,
  type NewPost,
  type NewPostPicture,
  type PostPicture,
  toFirstRevision,
  toPostCreatedEvent,
} from './post.ts'
import type { AddedPost } from './post-repository.ts'
import { PICTURE_COLUMNS, type PictureRow, toPicture } from './postgres-post-picture.ts'

/** Adds a post by one statement if that is possible: without pictures, by an author who is known and active. */
export async function addPost(pool: PostgresPool, post: NewPost, key: ClientKey | undefined): Promise<AddedPost> {
  const added = post.pictures.length === 0 ? await addByOneStatement(pool, post, key) : undefined
  return added ?? addInTransaction(pool, post, key)
}

const INSERT_POST_SQL = `insert into posts
  (id, author_id, content, alt, created_at, rev, likes_count, comments_count, has_picture)`

/** Adds the post with its client key and its event, unless the key was used before. Returns its author, if active. */
const ADD_POST_SQL = `
  with author as (select id from members where id = $1 and state = 'active'),
  claimed as (${claimClientKeySql('select $5::uuid, $6, $7, $8, $2::uuid from author where $7::text is not null')}),
  post as (
    ${INSERT_POST_SQL}
    select $2::uuid, id, $3, '', $4, ${FIRST_REV}, 0, 0, false from author
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
    ],
  })
  const [row] = rows
  if (!row) return undefined
  const repeatedId = key && readEarlierId(row, key.fingerprint, post._id)
  if (repeatedId) return { repeatedId }
  signalOnCommit(pool)
  return { post: toFirstRevision(post, rowToMemberView(row), []) }
}

const addInTransaction = (pool: PostgresPool, newPost: NewPost, key: ClientKey | undefined): Promise<AddedPost> =>
  withPostgresTransaction(pool, async (tx) => {
    const { _id, author, content, pictures: newPictures, createdAt } = newPost
    const member = await requireActiveMember(createPostgresMemberReadModel(tx), author)
    const repeatedId = key && (await createPostgresClientKeyStore(tx).claim(key, _id))
    if (repeatedId) return { repeatedId }
    await tx.query({
      name: 'add-post',
      text: `${INSERT_POST_SQL} values ($1, $2, $3, $4, $5, $6, 0, 0, $7)`,
      values: [_id, author._id, content, newPictures[0]?.alt ?? '', createdAt, FIRST_REV, newPictures.length > 0],
    })
    const pictures: PostPicture[] = []
    for (const picture of newPictures) pictures.push(await attachPicture(tx, picture, newPost, pictures.length))
    await appendToPostgresOutbox(tx, toPostCreatedEvent(newPost, pictures[0]))
    return { post: toFirstRevision(newPost, toMemberView(member, false), pictures) }
  })

/** Attaches an unused picture of the author to the post. @throws invalid_request when there is no such picture */
async function attachPicture(
  tx: Queryable,
  { reference, alt, field }: NewPostPicture,
  { _id: postId, author }: NewPost,
  position: number,
): Promise<PostPicture> {
  const [column, value] = '_id' in reference ? ['id', reference._id] : ['random', reference.random]
  const { rows } = await tx.query<PictureRow>(
    `update media set post_id = $1, position = $4, alt = $5
     where ${column} = $2 and owner_id = $3 and purpose = 'post' and post_id is null
     returning ${PICTURE_COLUMNS}, alt`,
    [postId, value, author._id, position, alt],
  )
  if (!rows[0]) throw createPictureUnavailableError(field)
  return toPicture(rows[0])
}
