import 'fake-indexeddb/auto'
import { expect, it } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import fc from 'fast-check'
import { createUuid } from './create-uuid.ts'
import { createIndexedDbOutboxStorage } from './indexed-db-outbox-storage.ts'
import type { OutboxKind } from './outbox-kind.ts'
import { registerOutboxKind } from './outbox-kinds.ts'
import { createOutboxStore } from './outbox-store.ts'
import { createFakeOutboxServer, offlineError, rejectionError } from './testing/fake-outbox-server.ts'
import { createNoteKind, type NoteData } from './testing/note-kind.ts'
import { openTestOutbox, type TestOutbox } from './testing/open-test-outbox.ts'

const TAB_COUNT = 3
const SUBJECTS = ['garden', 'kitchen'] as const
const SWITCHES = ['lamp', 'oven'] as const

type SwitchData = { name: string; isOn: boolean }
const note = createNoteKind()
const lightSwitch: OutboxKind<SwitchData> = {
  name: 'switch',
  toEntry: ({ name, isOn }) => ({
    lane: `switch ${name}`,
    requests: [{ call: 'POST /posts/:id/like', params: { id: name }, body: { state: isOn } }],
    replaceKey: `switch ${name}`,
  }),
  isUndone: (earlier, later) => earlier.isOn !== later.isOn,
  show: () => undefined,
  hide: () => undefined,
  applyResponse: () => undefined,
  describe: ({ name }) => name,
  describeRefusal: ({ message }) => message,
  onRefusal: 'keep',
}
registerOutboxKind(note)
registerOutboxKind(lightSwitch)

const tab = fc.nat(TAB_COUNT - 1)
const command = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('note' as const), tab, subject: fc.constantFrom(...SUBJECTS) }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('reply' as const), tab, index: fc.nat(20) }) },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('switch' as const), tab, name: fc.constantFrom(...SWITCHES) }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('discard' as const), tab, index: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('restart' as const), tab }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('network' as const), isOnline: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('trouble' as const),
      result: fc.constantFrom('lost response' as const, offlineError, rejectionError),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('pause' as const), tasks: fc.nat(20) }) },
)

type KnownNote = { id: string; subject: string; text: string; parentId?: string; isDiscarded: boolean }

it('brings every action to the server once and in order, whatever the network, the tabs and the member do', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 40 }), async (commands) => {
      globalThis.indexedDB = new IDBFactory()
      const server = createFakeOutboxServer()
      const store = createOutboxStore(createIndexedDbOutboxStorage(), 'ann')
      const switches = new Map<string, boolean>()
      const open = () => openTestOutbox({ sendRequest: sendToServer })
      const sendToServer: typeof server.send = (request, options) =>
        server.send({ ...request, key: request.key ?? createUuid() }, options)
      const tabs: TestOutbox[] = Array.from({ length: TAB_COUNT }, open)
      const notes: KnownNote[] = []
      const addNote = async (index: number, fields: Pick<NoteData, 'subject' | 'parentId'>) => {
        const id = createUuid()
        const text = `note ${notes.length}`
        notes.push({ id, text, isDiscarded: false, ...fields })
        await tabs[index]?.add(note, { text, ...fields }, id)
      }
      const discardWithReplies = (discarded: KnownNote) => {
        discarded.isDiscarded = true
        for (const reply of notes) if (reply.parentId === discarded.id) discardWithReplies(reply)
      }
      for (const one of commands) {
        const parent = 'index' in one ? notes[one.index % Math.max(1, notes.length)] : undefined
        if (one.type === 'note') await addNote(one.tab, { subject: one.subject })
        else if (one.type === 'reply' && parent && !parent.isDiscarded)
          await addNote(one.tab, { subject: parent.subject, parentId: parent.id })
        else if (one.type === 'switch') {
          const isOn = !switches.get(one.name)
          switches.set(one.name, isOn)
          await tabs[one.tab]?.add(lightSwitch, { name: one.name, isOn }, createUuid())
        } else if (one.type === 'discard' && parent) {
          discardWithReplies(parent)
          await tabs[one.tab]?.discard(parent.id)
        } else if (one.type === 'restart') {
          tabs[one.tab]?.stop()
          tabs[one.tab] = open()
        } else if (one.type === 'network') {
          server.isOnline = one.isOnline
          if (one.isOnline) dispatchEvent(new Event('online'))
        } else if (one.type === 'trouble') server.results.push(one.result)
        else if (one.type === 'pause') for (let task = 0; task < one.tasks; task += 1) await nextTask()
      }

      server.isOnline = true
      await waitFor(
        async () => {
          server.results = []
          for (const { entries, retry } of tabs) for (const { id, refusal } of entries()) if (refusal) await retry(id)
          dispatchEvent(new Event('online'))
          expect(await store.list()).toEqual([])
          expect(tabs.flatMap(({ entries }) => entries().map(({ data }) => data))).toEqual([])
        },
        { timeout: 10_000, interval: 5 },
      )
      for (const opened of tabs) opened.stop()

      const received = server.received.filter(({ path }) => path === '/messages')
      const bodies = received.map(({ body }) => body as { clientMessageId: string; content: string; replyTo?: string })
      const texts = bodies.map(({ content }) => content)
      expect(texts.length).toBe(new Set(texts).size) // nothing twice
      const wanted = notes.filter(({ isDiscarded }) => !isDiscarded)
      expect(texts).toEqual(expect.arrayContaining(wanted.map(({ text }) => text))) // nothing lost
      for (const { text, parentId } of wanted) {
        if (!parentId) continue
        const reply = bodies.find(({ content }) => content === text)
        const parentIndex = server.received.findIndex(({ key }) => key === parentId)
        expect(reply?.replyTo).toBe(`server-${parentIndex + 1}`)
      }
      if (!commands.some(({ type, ...fields }) => type === 'trouble' && JSON.stringify(fields).includes('not_mutual')))
        for (const subject of SUBJECTS) {
          const inOrder = wanted.filter((one) => one.subject === subject).map(({ text }) => text)
          expect(texts.filter((text) => inOrder.includes(text))).toEqual(inOrder)
        }
      for (const [name, isOn] of switches) {
        const last = server.received.findLast(({ path }) => path === `/posts/${name}/like`)
        expect((last?.body as { state: boolean } | undefined)?.state ?? false).toBe(isOn)
      }
    }),
    { numRuns: 40 },
  )
}, 120_000)

const nextTask = () => new Promise((resolve) => setTimeout(resolve))
