import 'fake-indexeddb/auto'
import { expect, it } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { createUuid } from '../store/new-outbox-entry.ts'
import { createFakeOutboxServer, offlineError, rejectionError } from '../testing/fake-outbox-server.ts'
import { createNoteKind, type NoteData, notesKey, readNotes } from '../testing/note-kind.ts'
import { createTestDevice, type TestDevice } from '../testing/open-test-device.ts'
import type { TestOutbox } from '../testing/open-test-outbox.ts'
import { createSwitchKind, readSwitch, switchKey } from '../testing/switch-kind.ts'
import { registerOutboxKind } from './outbox-kind.ts'

const DEVICES = [
  { name: 'phone', memberId: 'ann', tabCount: 1 },
  { name: 'laptop', memberId: 'ann', tabCount: 2 },
  { name: 'tablet', memberId: 'ann', tabCount: 1 },
  { name: "Ben's phone", memberId: 'ben', tabCount: 2 },
] as const
/** Ends the search for the shortest failing example, which would go on after the test has failed. */
const TIME_LIMIT_MS = 90_000
const SUBJECTS = ['garden', 'kitchen'] as const
const SWITCHES = ['lamp', 'oven'] as const

const note = createNoteKind()
const lightSwitch = createSwitchKind()
registerOutboxKind(note)
registerOutboxKind(lightSwitch)

const place = { device: fc.nat(DEVICES.length - 1), tab: fc.nat(1) }
const command = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('note' as const), ...place, subject: fc.constantFrom(...SUBJECTS) }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('reply' as const), ...place, index: fc.nat(20) }) },
  {
    weight: 5,
    arbitrary: fc.record({ type: fc.constant('switch' as const), ...place, name: fc.constantFrom(...SWITCHES) }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('discard' as const), ...place, index: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('restart' as const), ...place }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('network' as const), ...place, isOnline: fc.boolean() }) },
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
type NoteBody = { clientMessageId: string; content: string; replyTo?: string }
type Received = ReturnType<typeof createFakeOutboxServer>['received'][number]
type OpenDevice = TestDevice & { tabs: TestOutbox[]; notes: KnownNote[]; switches: Map<string, boolean> }

it('brings every action of all devices to the server once and in order, whatever networks, tabs and members do', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 50 }), async (commands) => {
      const server = createFakeOutboxServer()
      const devices = DEVICES.map(({ name, memberId, tabCount }): OpenDevice => {
        const device = createTestDevice(name, memberId, server.send)
        return Object.assign(device, {
          tabs: Array.from({ length: tabCount }, device.openTab),
          notes: [],
          switches: new Map<string, boolean>(),
        })
      })
      let noteCount = 0
      const addNote = async (device: OpenDevice, tab: TestOutbox, fields: Pick<NoteData, 'subject' | 'parentId'>) => {
        const id = createUuid()
        const text = `note ${noteCount++}`
        device.notes.push({ id, text, isDiscarded: false, ...fields })
        await tab.add(note, { text, ...fields }, id)
      }
      const discardWithReplies = (device: OpenDevice, discarded: KnownNote) => {
        discarded.isDiscarded = true
        for (const reply of device.notes) if (reply.parentId === discarded.id) discardWithReplies(device, reply)
      }
      try {
        for (const one of commands) {
          if (one.type === 'trouble') server.results.push(one.result)
          else if (one.type === 'pause') for (let task = 0; task < one.tasks; task += 1) await nextTask()
          if (!('device' in one)) continue
          const device = devices[one.device] as OpenDevice
          const tabIndex = one.tab % device.tabs.length
          const tab = device.tabs[tabIndex] as TestOutbox
          const known = 'index' in one ? device.notes[one.index % Math.max(1, device.notes.length)] : undefined
          if (one.type === 'note') await addNote(device, tab, { subject: one.subject })
          else if (one.type === 'reply' && known && !known.isDiscarded)
            await addNote(device, tab, { subject: known.subject, parentId: known.id })
          else if (one.type === 'switch') {
            const isOn = !device.switches.get(one.name)
            device.switches.set(one.name, isOn)
            await tab.add(lightSwitch, { name: one.name, isOn }, createUuid())
          } else if (one.type === 'discard' && known) {
            discardWithReplies(device, known)
            await tab.discard(known.id)
          } else if (one.type === 'restart') {
            tab.stop()
            device.tabs[tabIndex] = device.openTab()
          } else if (one.type === 'network') {
            device.isOnline = one.isOnline
            if (one.isOnline) dispatchEvent(new Event('online'))
          }
        }

        for (const device of devices) device.isOnline = true
        const tabs = devices.flatMap((device) => device.tabs)
        await waitFor(
          async () => {
            server.results = []
            for (const { entries, retry } of tabs) for (const { id, refusal } of entries()) if (refusal) await retry(id)
            dispatchEvent(new Event('online'))
            expect((await Promise.all(devices.map(({ store }) => store.list()))).flat()).toEqual([])
            expect(tabs.flatMap(({ entries }) => entries().map(({ data }) => data))).toEqual([])
          },
          { timeout: 10_000, interval: 5 },
        )

        const isOrderKept = !commands.some((one) => one.type === 'trouble' && one.result === rejectionError)
        checkNotes(server.received, devices, isOrderKept)
        checkSwitches(server.received, devices)
        checkShown(server.received, devices)
      } finally {
        for (const { tabs } of devices) for (const { stop } of tabs) stop() // also after a failure, whose timers would go on
      }
    }),
    { numRuns: 40, plugins: [fc.interruptAfterTimeLimit(TIME_LIMIT_MS, { failOnInterrupt: true })] },
  )
}, 120_000)

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

const listNotes = (received: readonly Received[]) =>
  received.filter(({ path }) => path === '/messages').map((request) => ({ ...request, body: request.body as NoteBody }))
const listSwitches = (received: readonly Received[], name: string) =>
  received
    .filter(({ path }) => path === `/posts/${name}/like`)
    .map((request) => ({ ...request, isOn: (request.body as { state: boolean }).state }))

/** Each note of each device has arrived once, as its member, after the note that it replies to. */
function checkNotes(received: readonly Received[], devices: readonly OpenDevice[], isOrderKept: boolean): void {
  const arrived = listNotes(received)
  const texts = arrived.map(({ body }) => body.content)
  expect(texts.length).toBe(new Set(texts).size) // nothing twice
  for (const { memberId, notes } of devices) {
    const wanted = notes.filter(({ isDiscarded }) => !isDiscarded)
    expect(texts).toEqual(expect.arrayContaining(wanted.map(({ text }) => text))) // nothing lost
    for (const { id, parentId } of wanted) {
      const parentIndex = received.findIndex(({ key }) => key === parentId)
      const replyTo = parentId && `server-${parentIndex + 1}`
      expect(arrived.find(({ key }) => key === id)).toMatchObject({ memberId, body: replyTo ? { replyTo } : {} })
    }
    for (const subject of isOrderKept ? SUBJECTS : []) {
      const inOrder = wanted.filter((one) => one.subject === subject).map(({ text }) => text)
      expect(texts.filter((text) => inOrder.includes(text))).toEqual(inOrder)
    }
  }
}

/** The last that the server has accepted from a device is what its member wanted last there. */
function checkSwitches(received: readonly Received[], devices: readonly OpenDevice[]): void {
  for (const device of devices)
    for (const [name, isOn] of device.switches) {
      const last = listSwitches(received, name).findLast(({ key }) => key?.startsWith(`${device.name} `))
      expect(last?.isOn ?? false).toBe(isOn)
    }
}

/** No tab shows anything else than the server: of several devices the one wins whose request was accepted last. */
function checkShown(received: readonly Received[], devices: readonly OpenDevice[]): void {
  const notes = listNotes(received).map(({ body }) => ({ id: body.clientMessageId, text: body.content }))
  for (const { memberId, tabs } of devices)
    for (const { cache } of tabs) {
      for (const subject of SUBJECTS) {
        expect(readNotes(cache, subject).filter(({ isWaiting }) => isWaiting)).toEqual([])
        cache.setQueryData(notesKey(subject), notes)
        expect(readNotes(cache, subject)).toEqual(notes)
      }
      for (const name of SWITCHES) {
        const last = listSwitches(received, name).findLast((request) => request.memberId === memberId)
        cache.setQueryData(switchKey(name), last?.isOn ?? false)
        expect(readSwitch(cache, name)).toBe(last?.isOn ?? false)
      }
    }
}
