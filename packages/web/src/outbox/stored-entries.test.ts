import 'fake-indexeddb/auto'
import { expect, it } from '@jest/globals'
import { addOutboxEntry, createNewOutboxEntry, drainOutbox } from './outbox-engine.ts'

/** The database of a member as the release before the package `outbox` stored it: add to it, but never change it. */
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
    put({
      id: 'picture',
      kind: 'change-avatar',
      lane: 'profile',
      order: 7,
      files: ['hill'], // stands for a Blob, which this IndexedDB cannot store
      requests: [{ call: 'POST /media', form: [['file', { file: 0 }]] }],
    })
    put({
      id: 'failed',
      kind: 'message',
      lane: 'conversation cleo',
      order: 8,
      attempts: 2,
      requests: [{ call: 'DELETE /messages/:id', params: { id: 'm1' } }],
    })
    put({
      id: 'old',
      kind: 'like',
      lane: 'post p8',
      order: 9,
      queuedAtMs: queuedAtMs - 31 * 24 * 60 * 60_000,
      requests: [{ call: 'POST /posts/:id/like', params: { id: 'p8' }, body: { state: true } }],
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

type StoredEntry = { id: string; attempts: number; refusal: object | null }

async function listStoredEntries(): Promise<StoredEntry[]> {
  const opening = indexedDB.open('meadow-member')
  await new Promise((resolve) => {
    opening.onsuccess = resolve
  })
  const reading: IDBRequest<StoredEntry[]> = opening.result.transaction('outbox').objectStore('outbox').getAll()
  await new Promise((resolve) => {
    reading.onsuccess = resolve
  })
  opening.result.close()
  return reading.result
}

it('sends what the release before has stored, in order and with the same client keys', async () => {
  await storeEarlierEntries()
  await addOutboxEntry(
    createNewOutboxEntry({
      id: 'later like',
      memberId: 'ann',
      kind: 'like',
      data: {},
      plan: {
        lane: 'post p9',
        requests: [{ call: 'POST /posts/:id/like', params: { id: 'p9' }, body: { state: false } }],
        replaceKey: 'like p9',
      },
      now: new Date(),
    }),
  )
  const sent: unknown[] = []
  const isDone = await drainOutbox({
    memberId: 'ann',
    sendRequest: async ({ method, path, body, key }, { memberId }) => {
      if (method === 'DELETE') throw Object.assign(new Error('Later'), { status: 503, code: 'unavailable' })
      sent.push([memberId, `${method} ${path}`, body instanceof FormData ? [...body] : body, key])
      return { _id: 'p1' }
    },
  })
  expect(isDone).toBe(false)
  expect(sent).toHaveLength(5)
  expect(sent).toEqual(
    expect.arrayContaining([
      ['ann', 'POST /posts', { content: 'Hills', pictures: [{ url: '/media/hill', alt: '' }] }, 'post'],
      ['ann', 'POST /posts/p1/comments', { text: 'Lovely!' }, 'comment'],
      ['ann', 'POST /posts/p9/like', { state: false }, undefined],
      ['ann', 'POST /messages', { recipientId: 'ben', clientMessageId: 'text', content: 'Hello' }, undefined],
      ['ann', 'POST /media', [['file', 'hill']], undefined],
    ]),
  )
  expect(await listStoredEntries()).toMatchObject([
    { id: 'failed', attempts: 3, refusal: null },
    { id: 'of Ben', attempts: 0, refusal: null },
    { id: 'old', attempts: 0, refusal: { code: 'expired' } },
    { id: 'refused', attempts: 0, refusal: { status: 403 } },
  ])
})
