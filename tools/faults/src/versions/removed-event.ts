import { newId } from '@meadow/service'
import { queryDatabase } from '@meadow/testing/query-database'
import type { Stack } from '@meadow/testing/stack'

/**
 * Appends an event of a type that no version defines any more to the outbox of posts, without a topic, as old versions did. The
 * outbox must not stop at it.
 */
export async function appendRemovedEvent(stack: Stack): Promise<void> {
  const now = new Date()
  const [id, subject] = [newId(now), newId(now)]
  const event = {
    specversion: '1.0',
    id,
    source: 'posts',
    type: 'post.removed-type',
    subject,
    time: now.toISOString(),
    datacontenttype: 'application/json',
    dataschema: 'post.removed-type/1',
    data: {},
  }
  await queryDatabase(stack, 'posts', 'insert into outbox (id, event) values ($1, $2)', [id, JSON.stringify(event)])
}
