import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from '@jest/globals'
import type { MediaStore } from '@meadow/media'
import { OWN_DATA_PAGE_SIZE, type OwnDataPage, writeExportPart } from '@meadow/members'
import { NO_MARKS, toMarksView } from '../src/conversations/marks/conversation-marks.ts'
import { type ConversationReader, readConversationPages } from '../src/own-data/conversation-pages.ts'

const MESSAGES = 100_000
const MEGABYTE = 1_048_576
/** All messages at once take about 100 MB. */
const MAX_GROWTH_MEGABYTES = 25
const [MEMBER, NEIGHBOUR] = ['0190b5e0-0000-7000-8000-000000000001', '0190b5e0-0000-7000-8000-000000000002']

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Returns the size of what is in use on the heap and beside it, in MB. */
function measureMemory(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / MEGABYTE
}

/** One conversation with all messages, as a store returns it page by page. */
const reader: ConversationReader = {
  members: { find: async () => new Map() },
  findBlocks: async () => [],
  listConversations: async () => [
    { _id: NEIGHBOUR, kind: 'direct', memberIds: [MEMBER, NEIGHBOUR], settings: toMarksView(NO_MARKS, 0, new Date()) },
  ],
  listMessages: async (_memberId, _, afterSeq, limit) =>
    Array.from({ length: Math.min(limit, MESSAGES - afterSeq) }, (_, index) => ({
      seq: afterSeq + index + 1,
      senderId: NEIGHBOUR,
      content: `Message ${afterSeq + index + 1}${' and more of it'.repeat(20)}`,
      pictures: [],
      createdAt: new Date(),
      editedAt: null,
    })),
}

it(`exports ${MESSAGES} messages without keeping them in memory`, async () => {
  let bytes = 0
  const exportFiles: Pick<MediaStore, 'put'> = {
    async put(_, content) {
      if (!Buffer.isBuffer(content)) for await (const chunk of content) bytes += chunk.length
    },
  }
  const before = measureMemory()
  let [pages, highest] = [0, before]
  const onPage = async () => {
    pages += 1
    if (pages % 20 === 0) highest = Math.max(highest, measureMemory())
  }
  const ownData = { readPages: (memberId: string) => readConversationPages(reader, memberId) }
  const task = { memberId: MEMBER, folder: 'a' }
  const counts = await writeExportPart({ service: 'chat', ownData, exportFiles, onPage }, task)
  expect(counts).toEqual({ messages: MESSAGES, conversations: 1 })
  expect(pages).toBeGreaterThanOrEqual(MESSAGES / OWN_DATA_PAGE_SIZE)
  expect(bytes).toBeGreaterThan(50 * MEGABYTE)
  expect(highest - before).toBeLessThan(MAX_GROWTH_MEGABYTES)
})

it('exports a video of 100 MB without keeping it in memory', async () => {
  const chunks = 100
  async function* read() {
    for (let count = 0; count < chunks; count++) yield Buffer.alloc(MEGABYTE, count)
  }
  const files: Pick<MediaStore, 'open'> = {
    open: async () => ({
      type: 'video/mp4',
      size: chunks * MEGABYTE,
      read: () => Readable.from(read(), { highWaterMark: 1 }),
      [Symbol.asyncDispose]: async () => undefined,
    }),
  }
  const before = measureMemory()
  let [bytes, highest] = [0, before]
  const exportFiles: Pick<MediaStore, 'put'> = {
    async put(_, content) {
      if (Buffer.isBuffer(content)) return
      for await (const chunk of content) {
        bytes += chunk.length
        if (bytes % (10 * MEGABYTE) < chunk.length) highest = Math.max(highest, measureMemory())
      }
    },
  }
  const ownData = {
    async *readPages(): AsyncGenerator<OwnDataPage> {
      yield { kind: 'posts', items: [{ text: 'A walk' }], files: [{ name: 'media/walk.mp4', path: 'p/walk.mp4' }] }
    },
  }
  await writeExportPart({ service: 'posts', ownData, exportFiles, files }, { memberId: MEMBER, folder: 'a' })
  expect(bytes).toBeGreaterThan(chunks * MEGABYTE)
  expect(highest - before).toBeLessThan(MAX_GROWTH_MEGABYTES)
})
