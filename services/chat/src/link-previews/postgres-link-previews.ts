import {
  createPostgresLinkPreviewCache,
  createPostgresLinkPreviewQueue,
  findPreviewedUrl,
  isOutdatedPreview,
  type LinkPreview,
  lockLinkPreview,
  type PostgresLinkPreviewQueue,
} from '@meadow/link-preview'
import { type PostgresPool, type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { ChangedMessage } from '../messages/change-message.ts'
import { changeMessage, changeMessageIn } from '../messages/postgres-change-message.ts'
import { toPreviewPicturePath } from '../pictures/picture-paths.ts'
import {
  type FoundPreviewChange,
  foundPreviewRule,
  linkPreviewRemovalRule,
  type MessageLinkPreviewStores,
  toFoundPreviewChange,
} from './message-link-preview.ts'

/** Creates the stores on PostgreSQL. A trigger adds messages to the queue. */
export function createPostgresLinkPreviews(pool: PostgresPool): MessageLinkPreviewStores {
  const queue = createPostgresLinkPreviewQueue(pool, { texts: 'messages', idColumn: 'message_id' })
  return {
    cache: createPostgresLinkPreviewCache(pool, {
      isUsedSql: 'exists (select from message_link_previews where preview_id = link_previews.id)',
      toPath: toPreviewPicturePath,
    }),
    queue: {
      take: queue.take,
      finish: (job, preview, at) => withPostgresTransaction(pool, (tx) => finishJob(tx, queue, { job, preview, at })),
    },
    setRemoved: (removal) =>
      changeMessage(pool, removal, {
        ...linkPreviewRemovalRule,
        async write(tx, { isRemoved }, { message: { _id, facets }, rev }) {
          await writePreview(tx, _id, null)
          await tx.query('update messages set link_preview_removed = $2, rev = $3 where id = $1', [_id, isRemoved, rev])
          if (!isRemoved && findPreviewedUrl(facets) !== undefined) await queue.add(tx, _id)
        },
      }),
  }
}

type FoundPreview = Pick<FoundPreviewChange, 'job' | 'preview' | 'at'>

async function finishJob(
  tx: Queryable,
  queue: PostgresLinkPreviewQueue,
  found: FoundPreview,
): Promise<ChangedMessage | undefined> {
  const { job, preview } = found
  if (preview && !(await lockLinkPreview(tx, preview._id))) return undefined // the cleanup was faster: the job is due again
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
  if (changed && isOutdatedPreview(changed.before, job)) await queue.add(tx, job.id)
  else await queue.remove(tx, job.id)
  return changed?.isChanged ? changed : undefined
}

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
