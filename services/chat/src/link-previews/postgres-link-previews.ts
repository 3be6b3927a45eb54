import type { TextFacet } from '@meadow/contracts'
import { createPostgresLinkPreviewCache, findPreviewedUrl, type LinkPreview } from '@meadow/link-preview'
import { type PostgresPool, type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { ChangedMessage } from '../messages/change-message.ts'
import { changeMessage, changeMessageIn } from '../messages/postgres-change-message.ts'
import { toPreviewPicturePath } from '../pictures/picture-paths.ts'
import {
  type FoundPreviewChange,
  foundPreviewRule,
  isOutdatedPreview,
  linkPreviewRemovalRule,
  type MessageLinkPreviewStores,
  toFoundPreviewChange,
} from './message-link-preview.ts'

const TAKE_JOBS_SQL = `
  update link_previews_to_fetch q set due_at = $2
  from (
    select message_id from link_previews_to_fetch where due_at <= $1
    order by due_at, message_id limit $3 for update skip locked
  ) due
  where q.message_id = due.message_id
  returning q.message_id, (select facets from messages where id = q.message_id) as facets`

/** Creates the stores on PostgreSQL. A trigger adds messages to the queue. */
export const createPostgresLinkPreviews = (pool: PostgresPool): MessageLinkPreviewStores => ({
  cache: createPostgresLinkPreviewCache(pool, {
    isUsedSql: 'exists (select from message_link_previews where preview_id = link_previews.id)',
    toPath: toPreviewPicturePath,
  }),
  queue: {
    async take(at, { limit, retryAt }) {
      const { rows } = await pool.query<{ message_id: string; facets: TextFacet[] | null }>({
        name: 'take-link-preview-jobs',
        text: TAKE_JOBS_SQL,
        values: [at, retryAt, limit],
      })
      return rows.map(({ message_id: id, facets }) => ({ id, url: findPreviewedUrl(facets ?? []) }))
    },
    finish: (job, preview, at) => withPostgresTransaction(pool, (tx) => finishJob(tx, { job, preview, at })),
  },
  setRemoved: (removal) =>
    changeMessage(pool, removal, {
      ...linkPreviewRemovalRule,
      async write(tx, { isRemoved }, { message: { _id, facets }, rev }) {
        await writePreview(tx, _id, null)
        await tx.query('update messages set link_preview_removed = $2, rev = $3 where id = $1', [_id, isRemoved, rev])
        if (!isRemoved && findPreviewedUrl(facets) !== undefined) await queueMessage(tx, _id)
      },
    }),
})

/** Lets a message wait for a preview, as the trigger does for a message with a new text. */
const queueMessage = (tx: Queryable, messageId: string) =>
  tx.query(
    `insert into link_previews_to_fetch (message_id) values ($1)
     on conflict (message_id) do update set due_at = excluded.due_at`,
    [messageId],
  )

type FoundPreview = Pick<FoundPreviewChange, 'job' | 'preview' | 'at'>

async function finishJob(tx: Queryable, found: FoundPreview): Promise<ChangedMessage | undefined> {
  const { job, preview } = found
  if (preview && !(await lockPreview(tx, preview._id))) return undefined // the cleanup was faster: the job is due again
  const senderId = await findDirectSender(tx, job.id)
  const changed =
    senderId === undefined
      ? undefined
      : await changeMessageIn(tx, toFoundPreviewChange(senderId, found), {
          ...foundPreviewRule,
          async write(tx, { messageId }, { rev }) {
            await writePreview(tx, messageId, preview)
            await tx.query('update messages set rev = $2 where id = $1', [messageId, rev])
          },
        })
  if (changed && isOutdatedPreview(changed.before, job))
    await tx.query(`update link_previews_to_fetch set due_at = '-infinity' where message_id = $1`, [job.id])
  else await tx.query('delete from link_previews_to_fetch where message_id = $1', [job.id])
  return changed?.isChanged ? changed : undefined
}

/** Locks a preview against the cleanup. Returns false if it no longer exists. */
const lockPreview = async (tx: Queryable, id: string): Promise<boolean> =>
  (await tx.query('select from link_previews where id = $1 for key share', [id])).rowCount === 1

/** Returns the sender of a message of a direct conversation; undefined if there is none. Messages of other kinds show no preview yet. */
async function findDirectSender(tx: Queryable, messageId: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ sender_id: string }>(
    `select m.sender_id from messages m
     join conversation_members own on own.conversation_id = m.conversation_id and own.member_id = m.sender_id
     where m.id = $1 and own.other_id is not null`,
    [messageId],
  )
  return rows[0]?.sender_id
}

/** Shows a preview with a message, or none. */
async function writePreview(tx: Queryable, messageId: string, preview: LinkPreview | null): Promise<void> {
  if (preview)
    await tx.query(
      `insert into message_link_previews (message_id, preview_id) values ($1, $2)
       on conflict (message_id) do update set preview_id = excluded.preview_id`,
      [messageId, preview._id],
    )
  else await tx.query('delete from message_link_previews where message_id = $1', [messageId])
}
