import type { ReactionView, SystemLineView, TextFacet } from '@meadow/contracts'
import { type LinkPreviewRow, rowToLinkPreview } from '@meadow/link-preview'
import { DomainError } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import type { ConversationMembersTable, MessagesTable } from '../schema.ts'
import { hiddenFromSql } from './hidden-message-sql.ts'
import type { Message, MessagePicture, MessageVideo, MessageVoice } from './message.ts'
import { pictureCountSql } from './picture-count-sql.ts'

/** A message as one JSON value: times are ISO strings. */
type MessageJson = Pick<
  MessagesTable,
  'id' | 'conversation_id' | 'seq' | 'rev' | 'client_message_id' | 'content' | 'thread_id' | 'thread_count'
> &
  Pick<ConversationMembersTable, 'read_up_to' | 'delivered_up_to'> & {
    sender: Message['sender']
    recipient: Message['recipient']
    message_type: Message['messageType']
    media: MessagePicture | null
    pictures: MessagePicture[] | null
    facets: TextFacet[] | null
    link_preview: LinkPreviewRow | null
    link_preview_removed: boolean
    voice: MessageVoice | null
    played_by: string[] | null
    system: SystemLineView | null
    expires_at: string | null
    hidden_from: string[]
    is_forwarded: boolean
    video: MessageVideo | null
    starred_by: string[]
    created_at: string
    edited_at: string | null
    deleted_at: string | null
    reactions: ReactionView[]
    reply_to: QuoteJson | null
    is_request: boolean
  }

/** The value of `quoteJson`. */
export type QuoteJson = Omit<NonNullable<Message['replyTo']>, 'createdAt' | 'deletedAt' | 'expiresAt'> & {
  createdAt: string
  deletedAt: string | null
  expiresAt: string | null
}

/** Returns SQL for the participant of a message in the table `m`. `follows` selects the edge to the other one. */
export const participantJson = (m: string, follows: string): string => `json_build_object(
  '_id', ${m}.id, 'username', ${m}.username, 'fullName', ${m}.full_name, 'avatar', ${m}.avatar,
  'isVerified', ${m}.is_verified,
  'follows', coalesce((select active from follows where ${follows}), false))`

/** Returns SQL for the message in the table `q` as a reply shows it. */
export const quoteJson = (q: string): string => `json_build_object('_id', ${q}.id, 'content', ${q}.content,
  'messageType', ${q}.message_type, 'pictureCount', ${pictureCountSql(q)}, 'senderId', ${q}.sender_id,
  'deletedAt', ${q}.deleted_at, 'createdAt', ${q}.created_at,
  'expiresAt', ${q}.expires_at, 'hiddenFrom', ${hiddenFromSql(q)})`

/** Returns SQL for the lowest mark of all members but the sender of the message `msg`. */
const lowestMarkSql = (mark: 'read_up_to' | 'delivered_up_to'): string => `(
  select coalesce(min(${mark}), 0) from conversation_members
  where conversation_id = msg.conversation_id and member_id <> msg.sender_id)`

// One JSON value per row. The ids come from a sub-select: one prepared plan then serves any number of them. `r` is the other
// member of a direct conversation; in other kinds there is none, and the marks are those of all members.
const READ_MESSAGES = `
  select row_to_json(message) as message from (
    select msg.id, msg.conversation_id, msg.seq, msg.rev, msg.client_message_id, msg.content, msg.message_type, msg.media,
      msg.pictures, msg.facets, msg.voice, msg.link_preview_removed, msg.is_forwarded,
      case when msg.facets is not null then (
        select row_to_json(shown) from (
          select id, url, page from link_previews
          where id = (select preview_id from message_link_previews where message_id = msg.id)
        ) shown
      ) end as link_preview,
      case when msg.voice is not null then array(
        select member_id from voice_plays where message_id = msg.id
      ) end as played_by,
      msg.system, msg.expires_at, ${hiddenFromSql('msg')} as hidden_from,
      case when msg.message_type = 'video' then (
        select video from message_videos where message_id = msg.id
      ) end as video,
      array(select member_id from message_stars where message_id = msg.id) as starred_by,
      msg.created_at, msg.edited_at, msg.deleted_at, msg.thread_id, msg.thread_count, r.request is not null as is_request,
      coalesce(r.read_up_to, ${lowestMarkSql('read_up_to')}) as read_up_to,
      coalesce(r.delivered_up_to, ${lowestMarkSql('delivered_up_to')}) as delivered_up_to,
      ${participantJson('s', 'from_id = s.id and to_id = o.id')} as sender,
      case when o.id is not null then ${participantJson('o', 'from_id = o.id and to_id = s.id')} end as recipient,
      array(
        select json_build_object('user', member_id, 'emoji', emoji, 'createdAt', created_at)
        from reactions where message_id = msg.id order by created_at, member_id, emoji
      ) as reactions,
      (select ${quoteJson('q')} from messages q where q.id = msg.reply_to) as reply_to
    from messages msg
    join members s on s.id = msg.sender_id
    left join conversation_members r on r.conversation_id = msg.conversation_id and r.other_id = msg.sender_id
    left join members o on o.id = r.member_id
    where msg.id = any((select $1::uuid[])::uuid[]) and (o.id is not null or r.member_id is null)
  ) message`

/** Reads messages with everything that any member sees of them, in the order of `ids`, in one query. */
export async function readMessages(db: Queryable, ids: readonly string[]): Promise<Message[]> {
  if (ids.length === 0) return []
  const { rows } = await db.query<{ message: MessageJson }>({
    name: 'read-messages',
    text: READ_MESSAGES,
    values: [ids],
  })
  const messages = new Map(rows.map(({ message }) => [message.id, message]))
  return ids
    .map((id) => messages.get(id))
    .filter((message) => message !== undefined)
    .map(toMessage)
}

/** @throws message_not_found */
export async function readMessage(db: Queryable, id: string): Promise<Message> {
  const [message] = await readMessages(db, [id])
  if (!message) throw new DomainError('message_not_found')
  return message
}

/** Converts the value of `quoteJson` to the way a reply shows the message. */
export const toQuote = (quote: QuoteJson): NonNullable<Message['replyTo']> => ({
  ...quote,
  createdAt: new Date(quote.createdAt),
  deletedAt: toDate(quote.deletedAt),
  expiresAt: toDate(quote.expiresAt),
})

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text))

const toMessage = (row: MessageJson): Message => ({
  _id: row.id,
  conversationId: row.conversation_id,
  seq: row.seq,
  rev: row.rev,
  clientMessageId: row.client_message_id,
  sender: row.sender,
  recipient: row.recipient,
  content: row.content,
  facets: row.facets ?? [],
  linkPreview: row.link_preview && rowToLinkPreview(row.link_preview),
  isLinkPreviewRemoved: row.link_preview_removed,
  messageType: row.message_type,
  pictures: row.pictures ?? (row.media ? [row.media] : []),
  ...(row.voice && { voice: row.voice, playedBy: row.played_by ?? [] }),
  ...(row.system && { system: row.system }),
  ...(row.expires_at && { expiresAt: new Date(row.expires_at) }),
  ...(row.hidden_from.length > 0 && { hiddenFrom: row.hidden_from }),
  ...(row.is_forwarded && { isForwarded: true }),
  ...(row.video && { video: row.video }),
  ...(row.starred_by.length > 0 && { starredBy: row.starred_by }),
  readUpTo: row.read_up_to,
  deliveredUpTo: row.delivered_up_to,
  createdAt: new Date(row.created_at),
  editedAt: toDate(row.edited_at),
  deletedAt: toDate(row.deleted_at),
  reactions: row.reactions.map((reaction) => ({ ...reaction, createdAt: new Date(reaction.createdAt).toISOString() })),
  replyTo: row.reply_to && toQuote(row.reply_to),
  threadId: row.thread_id,
  threadCount: row.thread_count,
  isRequest: row.is_request,
})
