import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ApiClient, ApiMember } from './api-client.ts'
import { queryDatabase } from './query-database.ts'
import { drawSamplePicture } from './sample-pictures.ts'
import type { RunningStack } from './stack.ts'

/** A text that is nowhere else. The member writes it in every place. */
export const SECRET = 'quillwort lanterns'

/** The databases of a product on one PostgreSQL, without the bus, which keeps events for 7 days. */
const DATABASES = ['auth', 'social', 'posts', 'notify', 'chat', 'state'] as const
/** The folders of files in the data folder. */
const FOLDERS = ['media', 'chat-media', 'exports'] as const

/** Writes in every place: profile, posts with a picture, comments, likes, messages, reactions, notifications. */
export async function fillAccount(
  api: ApiClient,
  { leaver, neighbour, messages, posts }: { leaver: ApiMember; neighbour: ApiMember; messages: number; posts: number },
): Promise<void> {
  const picture = await drawSamplePicture('noon', 60, 40)
  await api.edit(leaver, { bio: SECRET, avatar: await api.uploadPicture(leaver, 'avatar', picture) })
  const publish = async (by: ApiMember, body: object) => (await api.call<{ _id: string }>('/posts', { by, body }))._id
  const shown = await api.uploadPicture(leaver, 'post', picture)
  const own = await publish(leaver, { content: SECRET, image: shown, alt: SECRET })
  for (let count = 1; count < posts; count++) await publish(leaver, { content: `${SECRET} ${count}` })
  const draft = { content: SECRET, changedAt: new Date().toISOString() }
  await api.call(`/posts/drafts/${randomUUID()}`, { by: leaver, method: 'PUT', body: draft })
  await api.call(`/messages/drafts/${neighbour._id}`, { by: leaver, method: 'PUT', body: draft })
  const other = await publish(neighbour, { content: 'Mine stays' })
  await api.call(`/posts/${own}/like`, { by: neighbour, body: { state: true } })
  await api.call(`/posts/${other}/like`, { by: leaver, body: { state: true } })
  await api.call(`/posts/${other}/comments`, { by: leaver, body: { text: SECRET } })
  for (let count = 0; count < messages; count++) await api.sendMessage(leaver, neighbour, `${SECRET} ${count}`)
  await api.sendPicture(leaver, neighbour, picture)
  await api.react(leaver, await api.sendMessage(neighbour, leaver, 'Mine stays'), '👍')
}

/** The rows of a table that contain one of the texts. `table` is `database.schema.table`. */
export type Trace = { table: string; text: string; rows: number }

/** Reads every table of every database, so that a new one is covered by itself, and returns where the texts are. */
export async function findTraces(
  stack: Pick<RunningStack, 'postgresUrl'>,
  texts: readonly string[],
): Promise<{ tables: number; traces: Trace[] }> {
  const traces: Trace[] = []
  let count = 0
  for (const database of DATABASES) {
    const tables = await queryDatabase(
      stack,
      database,
      `select table_schema || '.' || quote_ident(table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    )
    count += tables.length
    for (const { name } of tables)
      for (const text of texts) {
        const query = `select from ${String(name)} t where position(lower($1) in lower(row_to_json(t)::text)) > 0`
        const { length: rows } = await queryDatabase(stack, database, query, [text])
        if (rows > 0) traces.push({ table: `${database}.${String(name)}`, text, rows })
      }
  }
  return { tables: count, traces }
}

/** Lists the files in the folders of media and exports whose path contains a text. */
export async function findFiles({ dataDir }: Pick<RunningStack, 'dataDir'>, text: string): Promise<string[]> {
  const folders = FOLDERS.map((name) => readdir(join(dataDir, name), { recursive: true }).catch(() => []))
  return (await Promise.all(folders)).flat().filter((file) => file.includes(text) && file.includes('.'))
}
