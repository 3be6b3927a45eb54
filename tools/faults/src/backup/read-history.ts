import { queryDatabase } from '@meadow/testing/query-database'
import type { Stack } from '@meadow/testing/stack'
import { toKey } from '../chat/history.ts'
import { createHistory, type History, type Member, setMember } from '../history.ts'
import { PASSWORD } from '../load.ts'
import type { RepeatingClient } from '../repeating-client.ts'

type Row = Record<string, string>
type ReadRows = (database: string, text: string) => Promise<Row[]>

/**
 * Reads from the stores of the owners what an installation must contain, as if a load had just written it. All members sign
 * in again. The copies and counters of other services must match it.
 */
export async function readHistory(stack: Pick<Stack, 'postgresUrl'>, client: RepeatingClient): Promise<History> {
  const history = createHistory()
  const readRows: ReadRows = async (database, text) => (await queryDatabase(stack, database, text)) as Row[]
  for (const { id = '', username = '' } of await readRows('auth', 'select id, username from accounts'))
    history.members.set(id, { _id: id, username, token: await signIn(client, username) })
  await readPosts(history, readRows)
  for (const { from_id = '', to_id = '' } of await readRows(
    'social',
    'select from_id, to_id from follows where active',
  ))
    setMember(history.followers, to_id, from_id, true)
  const read = await readRows('notify', 'select id from notifications where is_read')
  for (const { id = '' } of read) history.marked.add(id)
  await readMessages(history, readRows)
  return history
}

async function signIn(client: RepeatingClient, username: string): Promise<string> {
  const { status, body } = await client.callUntilResponse({
    path: '/auth/login',
    body: { email: username, password: PASSWORD },
  })
  if (status !== 200) throw new Error(`${username} cannot sign in after the restore: ${status}`)
  return body['token'] as string
}

async function readPosts(history: History, readRows: ReadRows): Promise<void> {
  for (const { id = '', author_id = '', content = '' } of await readRows(
    'posts',
    'select id, author_id, content from posts',
  ))
    history.posts.set(id, { _id: id, author: history.members.get(author_id) as Member, text: content })
  for (const { post_id = '', author_id = '', text = '' } of await readRows('posts', 'select * from comments'))
    history.comments.push({ postId: post_id, by: author_id, text })
  for (const { post_id = '', member_id = '' } of await readRows('posts', 'select post_id, member_id from likes'))
    setMember(history.likes, post_id, member_id, true)
}

const MESSAGES_SQL = `
  select m.id, m.seq, m.sender_id, case m.sender_id when c.low_id then c.high_id else c.low_id end as recipient_id,
    m.content, m.reply_to, (m.deleted_at is not null)::text as deleted,
    coalesce((select string_agg(r.emoji || ' ' || r.member_id, ',') from reactions r where r.message_id = m.id), '') as reactions
  from messages m join conversations c on c.id = m.conversation_id order by m.conversation_id, m.seq`

async function readMessages({ chat }: History, readRows: ReadRows): Promise<void> {
  for (const row of await readRows('chat', MESSAGES_SQL)) {
    const { id = '', seq, sender_id = '', recipient_id = '', content = '', reply_to, deleted, reactions = '' } = row
    chat.messages.set(id, {
      _id: id,
      seq: Number(seq),
      by: sender_id,
      to: recipient_id,
      text: content,
      replyTo: reply_to ?? undefined,
      mayBeRequest: false, // no device waits for a push
      requestedAt: 0,
      acknowledgedAt: 0,
      isDeleted: deleted === 'true',
      reactions: new Set(reactions.split(',').filter(Boolean)),
    })
  }
  const read = await readRows('chat', 'select member_id, other_id, read_up_to from conversation_members')
  for (const { member_id = '', other_id = '', read_up_to } of read)
    chat.read.set(toKey(member_id, other_id), Number(read_up_to))
}
