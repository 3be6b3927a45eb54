import { expect, it } from '@jest/globals'
import { MESSAGE_CONTENTS } from '@meadow/contracts/parse-search'
import type { Queryable } from '@meadow/storage'
import { explainAnalyze, type PlanNode } from '@meadow/testing/postgres-plans'
import { openPostgresTestStore } from '@meadow/testing/service'
import { chatMigrations as migrations } from '../src/migrations.ts'
import { MAX_SCANNED_MESSAGES, type MessageSearchQuery } from '../src/search/message-search.ts'
import { createPostgresMessageSearch } from '../src/search/postgres-message-search.ts'
import { createPostgresChatPorts } from '../src/store.ts'
import { addMutualFollowers, createNewMessage } from './chat-test-stores.ts'

type SearchNode = PlanNode & { 'Rows Removed by Filter'?: number }

const COUNT = 20_000
const RARE = 1_000
const ANY = { from: undefined, has: undefined, start: undefined, end: undefined, before: undefined, limit: 30 }

/** Adds messages behind the first one. One of a thousand has a link, one a picture, one a recording, one a video; none has a star. */
const FILL_CONVERSATION = `
  with conversation as (update conversations set seq = seq + ${COUNT} where id = $1 returning seq)
  insert into messages (id, conversation_id, seq, rev, sender_id, fingerprint, content, message_type, facets, created_at)
  select gen_random_uuid(), $1, n, n, $2, 'same', 'Filler ' || n,
    case n % ${RARE} when 0 then 'image' when 1 then 'voice' when 3 then 'video' else 'text' end,
    case n % ${RARE} when 2 then '[{"start": 0, "end": 1, "url": "https://example.org/"}]'::jsonb end, now()
  from conversation, generate_series(seq - ${COUNT} + 1, seq) n`

/** The index by which each content is found. */
const CONTENT_INDEXES = {
  picture: 'messages_with_media',
  video: 'messages_with_media',
  voice: 'messages_with_media',
  link: 'messages_with_links',
  star: 'message_stars_by_member',
}

it('finds contents by their index, and reads a bounded part of a conversation for what no index finds', async () => {
  await using store = await openPostgresTestStore({ migrations, createPorts: createPostgresChatPorts })
  const { pool, ports } = store
  const [ann, ben] = await addMutualFollowers(ports)
  const first = createNewMessage({ content: 'Zx' })
  const { message } = await ports.messages.send(first, { ...ann, profileVersion: 0 }, { otherId: ben._id })
  await pool.query(FILL_CONVERSATION, [message.conversationId, ann._id])
  await pool.query('vacuum analyze messages')

  /** Searches as Ben. Returns the page, and the nodes of the plan of its search. */
  async function explainSearch(query: Partial<MessageSearchQuery>) {
    const searches: { text: string; values?: unknown[] }[] = []
    const recording = {
      query(statement: unknown, values?: unknown[]) {
        if (typeof statement === 'string') searches.push({ text: statement, ...(values && { values }) })
        return pool.query(statement as string, values)
      },
    }
    const search = createPostgresMessageSearch(recording as unknown as Queryable)
    const page = await search.search(ann._id, ben, { ...ANY, text: '', ...query })
    const nodes: SearchNode[] = (await Promise.all(searches.map((one) => explainAnalyze(pool, one)))).flat()
    return { page, nodes }
  }

  for (const has of MESSAGE_CONTENTS) {
    const { page, nodes } = await explainSearch({ has })
    expect(nodes.map((node) => node['Index Name'])).toContain(CONTENT_INDEXES[has])
    expect(page).toMatchObject({ hasMore: false, nextBefore: null })
    expect(page.messages).toHaveLength(has === 'star' ? 0 : COUNT / RARE)
  }
  for (const query of [{ text: 'zx' }, { text: 'zx', from: ann._id }, { from: ben._id }]) {
    const { page, nodes } = await explainSearch(query)
    expect(page).toMatchObject({ messages: [], hasMore: true, nextBefore: expect.any(String) })
    const removed = nodes.map((node) => node['Rows Removed by Filter'] ?? 0)
    expect(Math.max(...removed)).toBeLessThanOrEqual(MAX_SCANNED_MESSAGES)
  }
})
