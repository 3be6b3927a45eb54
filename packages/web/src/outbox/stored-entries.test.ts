import 'fake-indexeddb/auto'
import { expect, it } from '@jest/globals'
import { drainOutbox } from './outbox-engine.ts'

/** The database of a member as the release before the package `outbox` stored it: never change it. */
async function storeEarlierEntries(): Promise<void> {
  const opening = indexedDB.open('meadow-member', 3)
  opening.onupgradeneeded = () => {
    const database = opening.result
    const outbox = database.createObjectStore('outbox', { keyPath: 'id' })
    outbox.createIndex('byMember', ['memberId', 'order'])
    outbox.createIndex('byLane', ['memberId', 'lane', 'order'])
    outbox.createIndex('byReplaceKey', ['memberId', 'replaceKey'])
    outbox.createIndex('byDependency', 'dependsOn', { multiEntry: true })
    database.createObjectStore('sentOutboxEntries', { keyPath: 'id' }).createIndex('bySentAt', 'sentAtMs')
    database.createObjectStore('queries').createIndex('byStoredAt', 'storedAtMs')
    for (const name of ['member', 'shared', 'drafts']) database.createObjectStore(name)
    const queuedAtMs = Date.now()
    const stored = {
      memberId: 'ann',
      createdAt: new Date(queuedAtMs).toISOString(),
      queuedAtMs,
      responses: [],
      dependsOn: [],
      files: [],
      data: {},
      description: 'An action',
      attempts: 0,
      refusal: null,
    }
    const put = (entry: object) => opening.transaction?.objectStore('outbox').put({ ...stored, ...entry })
    put({
      id: 'post',
      kind: 'publish-post',
      lane: 'posts',
      order: 1,
      attempts: 1,
      requests: [
        {
          call: 'POST /media',
          form: [
            ['purpose', 'post'],
            ['file', { file: 0 }],
          ],
        },
        {
          call: 'POST /posts',
          body: { content: 'Hills', pictures: [{ url: { fromRequest: 0, path: 'secure_url' }, alt: '' }] },
          key: 'post',
        },
      ],
      responses: [{ secure_url: '/media/hill' }], // uploaded before the browser was closed
    })
    put({
      id: 'comment',
      kind: 'comment',
      lane: 'post post',
      order: 2,
      dependsOn: ['post'],
      requests: [
        {
          call: 'POST /posts/:id/comments',
          params: { id: { fromEntry: 'post', path: '_id' } },
          body: { text: 'Lovely!' },
          key: 'comment',
        },
      ],
    })
    put({
      id: 'like',
      kind: 'like',
      lane: 'post p9',
      order: 3,
      replaceKey: 'like p9',
      requests: [{ call: 'POST /posts/:id/like', params: { id: 'p9' }, body: { state: true } }],
    })
    put({
      id: 'text',
      kind: 'message',
      lane: 'conversation ben',
      order: 4,
      requests: [{ call: 'POST /messages', body: { recipientId: 'ben', clientMessageId: 'text', content: 'Hello' } }],
    })
    put({ id: 'refused', kind: 'message', lane: 'conversation ben', order: 5, requests: [], refusal: { status: 403 } })
    put({ id: 'of Ben', kind: 'like', lane: 'post p9', order: 6, memberId: 'ben', requests: [] })
  }
  await new Promise((resolve, reject) => {
    opening.onsuccess = resolve
    opening.onerror = reject
  })
  opening.result.close()
}

it('sends what the release before has stored, in order and with the same client keys', async () => {
  await storeEarlierEntries()
  const sent: unknown[] = []
  const isDone = await drainOutbox({
    memberId: 'ann',
    sendRequest: async ({ method, path, body, key }, { memberId }) => {
      sent.push([memberId, `${method} ${path}`, body, key])
      return { _id: 'p1' }
    },
  })
  expect(isDone).toBe(true)
  expect(sent).toHaveLength(4)
  expect(sent).toEqual(
    expect.arrayContaining([
      ['ann', 'POST /posts', { content: 'Hills', pictures: [{ url: '/media/hill', alt: '' }] }, 'post'],
      ['ann', 'POST /posts/p1/comments', { text: 'Lovely!' }, 'comment'],
      ['ann', 'POST /posts/p9/like', { state: true }, undefined],
      ['ann', 'POST /messages', { recipientId: 'ben', clientMessageId: 'text', content: 'Hello' }, undefined],
    ]),
  )
  const opening = indexedDB.open('meadow-member')
  await new Promise((resolve) => {
    opening.onsuccess = resolve
  })
  const reading = opening.result.transaction('outbox').objectStore('outbox').getAllKeys()
  await new Promise((resolve) => {
    reading.onsuccess = resolve
  })
  expect(reading.result).toEqual(['of Ben', 'refused'])
})
