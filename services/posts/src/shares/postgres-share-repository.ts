import { createPostgresClientKeyStore } from '@meadow/events'
import { createPostgresMemberReadModel, visibleContentSql } from '@meadow/members'
import { type PostgresPool, type Queryable, withQueuedPostgresTransaction } from '@meadow/storage'
import { findOrAddMember } from '../members/require-active-member.ts'
import { choosePostPictures, FIRST_REV, type PostPicture } from '../posts/post.ts'
import { POST_SETTINGS_COLUMNS, toPostSettingsValues } from '../posts/post-settings.ts'
import { IS_PLAIN_SHARE_SQL, toFacetsColumn } from '../posts/postgres-post-changes.ts'
import { attachPictures, lockPictures } from '../posts/postgres-post-repository.ts'
import { createPostgresPostSharers } from './postgres-post-sharers.ts'
import { lockOriginal, readOwnShares, storeSharePlan } from './postgres-share-changes.ts'
import { type NewShare, planShare, planShareRemoval } from './share.ts'
import type { ShareRepository } from './share-repository.ts'

export const createPostgresShareRepository = (pool: PostgresPool): ShareRepository => ({
  listSharers: createPostgresPostSharers(pool),

  async add(share, key) {
    const originalId = await findOriginalId(pool, share.postId)
    return withQueuedPostgresTransaction(pool, [originalId], async (tx) => {
      const member = await findOrAddMember(createPostgresMemberReadModel(tx), share.author)
      const original = await lockOriginal(tx, originalId)
      const context = {
        memberState: member?.state,
        ...(await readAuthorContext(tx, original?.post.authorId, share.author._id)),
        ...(await readOwnShares(tx, originalId, share.author._id)),
      }
      const repeatedId = key && (await createPostgresClientKeyStore(tx).claim(key, share._id))
      if (repeatedId) return { originalId, shareId: repeatedId }
      const pictures = choosePostPictures(share, await lockPictures(tx, share))
      const plan = planShare(original?.isHidden ? undefined : original?.post, originalId, share, pictures, context)
      if (!plan) return { originalId, shareId: context.plainShareId ?? share._id }
      await insertShare(tx, originalId, share, pictures)
      await attachPictures(tx, share._id, pictures)
      await storeSharePlan(tx, originalId, plan)
      return { originalId, shareId: share._id }
    })
  },

  async remove(removal) {
    const postId = await findOriginalId(pool, removal.postId)
    await withQueuedPostgresTransaction(pool, [postId], async (tx) => {
      const original = await lockOriginal(tx, postId)
      const { plainShareId, hasQuotes } = await readOwnShares(tx, postId, removal.by._id)
      if (!original || !plainShareId) return
      await tx.query('delete from posts where id = $1', [plainShareId])
      const plan = planShareRemoval(original.post, plainShareId, { ...removal, postId }, hasQuotes)
      await storeSharePlan(tx, postId, plan)
    })
  },
})

/** Returns the original of a share without a comment, and otherwise the id itself. */
async function findOriginalId(db: Queryable, id: string): Promise<string> {
  const text = `select shared_post_id from posts where id = $1 and ${IS_PLAIN_SHARE_SQL}`
  const { rows } = await db.query<{ shared_post_id: string }>({ name: 'find-original', text, values: [id] })
  return rows[0]?.shared_post_id ?? id
}

/** Reads whether the member may see the posts of an author, and whether the account of the author is private. */
async function readAuthorContext(tx: Queryable, authorId: string | undefined, memberId: string) {
  const { rows } = await tx.query<{ isVisible: boolean; isAuthorPrivate: boolean }>({
    name: 'read-shared-author',
    text: `select ${visibleContentSql('$1', 'members.id')} as "isVisible", is_private as "isAuthorPrivate"
           from members where id = $2`,
    values: [memberId, authorId ?? null],
  })
  return rows[0] ?? { isVisible: false, isAuthorPrivate: false }
}

const insertShare = (tx: Queryable, originalId: string, share: NewShare, pictures: readonly PostPicture[]) =>
  tx.query({
    name: 'add-share',
    text: `insert into posts
      (id, author_id, content, alt, created_at, rev, likes_count, comments_count, has_picture, shared_post_id, facets,
       ${POST_SETTINGS_COLUMNS})
      values ($1, $2, $3, $10, $4, ${FIRST_REV}, 0, 0, $11, $5, $6, $7, $8, $9)`,
    values: [
      share._id,
      share.author._id,
      share.content,
      share.createdAt,
      originalId,
      toFacetsColumn(share.facets),
      ...toPostSettingsValues(share.settings),
      pictures[0]?.alt ?? '',
      pictures.length > 0,
    ],
  })
