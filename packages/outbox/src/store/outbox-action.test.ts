import { expect, it } from '@jest/globals'
import type { OutboxKind } from '../page/outbox-kind.ts'
import { planOutboxAction } from './outbox-action.ts'
import { createMemoryOutboxStorage } from './outbox-storage.ts'
import { createOutboxStore } from './outbox-store.ts'

let plans = 0
const title: OutboxKind<string[]> = {
  name: 'title',
  plan(words, id) {
    plans += 1
    const body = { recipientId: 'ben', content: words.join(' '), clientMessageId: id }
    return { lane: 'title', replaceKey: 'title', requests: [{ call: 'POST /messages', body }] }
  },
  settle: () => undefined,
  merge: (earlier, later) => [...earlier, ...later],
}
const planAction = (data: string[], id: string) =>
  planOutboxAction({ kind: title, data, id, memberId: 'ann', now: new Date() })

it('is planned once, and again only with the data or in the place of the entry that it replaces', async () => {
  const store = createOutboxStore(createMemoryOutboxStorage(), 'ann')
  plans = 0
  const first = planAction(['one'], 'a')
  expect(first.planEntry(undefined)).toMatchObject({ id: 'a' }) // as the page shows it
  await store.add(first)
  expect(plans).toBe(1)
  await store.add(planAction(['two'], 'b'))
  expect(plans).toBe(3)
  expect(await store.list()).toMatchObject([
    { id: 'a', data: ['one', 'two'], requests: [{ body: { content: 'one two' } }] },
  ])
})
