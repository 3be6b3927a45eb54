import 'fake-indexeddb/auto'
import { expect, it } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { createFakeOutboxServer, offlineError, rejectionError } from '../testing/fake-outbox-server.ts'
import type { TestOutbox } from '../testing/share-test-browser.ts'
import { createTestDevice, type TestDevice } from '../testing/test-device.ts'
import {
  createNoteKind,
  createSwitchKind,
  type NoteData,
  notesKey,
  readNotes,
  readSwitch,
  switchKey,
} from '../testing/test-kinds.ts'
import { registerOutboxKind } from './outbox-kind.ts'

const DEVICES = [
  { name: 'phone', memberId: 'ann', tabCount: 1 },
  { name: 'laptop', memberId: 'ann', tabCount: 2 },
  { name: 'tablet', memberId: 'ann', tabCount: 1 },
  { name: "Ben's phone", memberId: 'ben', tabCount: 2 },
] as const
/** Ends the search for the shortest failing example, which would go on after the test has failed. */
const TIME_LIMIT_MS = 90_000
/** Repeats a run: a failure prints its seed. */
const SEED = (globalThis as unknown as { process: { env: Record<string, string | undefined> } }).process.env['SEED']
const SUBJECTS = ['garden', 'kitchen'] as const
const SWITCHES = ['lamp', 'oven'] as const

const note = createNoteKind()
const lightSwitch = createSwitchKind()
registerOutboxKind(note)
registerOutboxKind(lightSwitch)

type KnownNote = { id: string; subject: string; text: string; parentId?: string; isDiscarded: boolean }
/** What the members have done: on each device their notes and the last state of each switch. */
type Model = {
  devices: { notes: KnownNote[]; switches: Map<string, boolean> }[]
  noteCount: number
  hasRejection: boolean
}
type OpenDevice = TestDevice & { tabs: TestOutbox[] }
type Product = { server: ReturnType<typeof createFakeOutboxServer>; devices: OpenDevice[] }
type Place = { device: number; tab: number }
type Command = fc.AsyncCommand<Model, Product>

const createCommand = (name: string, run: Command['run'], check: Command['check'] = () => true): Command => ({
  check,
  run,
  toString: () => name,
})
const findTab = ({ devices }: Product, { device, tab }: Place): TestOutbox => {
  const { tabs } = devices[device] as OpenDevice
  return tabs[tab % tabs.length] as TestOutbox
}
const findDevice = ({ devices }: Model, { device }: Place) => devices[device] as Model['devices'][number]
const findNote = (model: Model, place: Place, index: number): KnownNote | undefined => {
  const { notes } = findDevice(model, place)
  return notes[index % Math.max(1, notes.length)]
}
const addNote = async (
  model: Model,
  product: Product,
  place: Place,
  fields: Pick<NoteData, 'subject' | 'parentId'>,
) => {
  const known = { id: crypto.randomUUID(), text: `note ${model.noteCount++}`, isDiscarded: false, ...fields }
  findDevice(model, place).notes.push(known)
  await findTab(product, place).add(note, { text: known.text, ...fields }, known.id)
}
const discardWithReplies = (notes: readonly KnownNote[], discarded: KnownNote) => {
  discarded.isDiscarded = true
  for (const reply of notes) if (reply.parentId === discarded.id) discardWithReplies(notes, reply)
}

const place = fc.record({ device: fc.nat(DEVICES.length - 1), tab: fc.nat(1) })
const addNoteCommand = fc
  .tuple(place, fc.constantFrom(...SUBJECTS))
  .map(([at, subject]) =>
    createCommand(`note ${subject} ${JSON.stringify(at)}`, (model, product) =>
      addNote(model, product, at, { subject }),
    ),
  )
const replyCommand = fc.tuple(place, fc.nat(20)).map(([at, index]) =>
  createCommand(
    `reply ${index} ${JSON.stringify(at)}`,
    async (model, product) => {
      const parent = findNote(model, at, index)
      if (parent) await addNote(model, product, at, { subject: parent.subject, parentId: parent.id })
    },
    (model) => findNote(model, at, index)?.isDiscarded === false,
  ),
)
const switchCommand = fc.tuple(place, fc.constantFrom(...SWITCHES)).map(([at, name]) =>
  createCommand(`switch ${name} ${JSON.stringify(at)}`, async (model, product) => {
    const { switches } = findDevice(model, at)
    const isOn = !switches.get(name)
    switches.set(name, isOn)
    await findTab(product, at).add(lightSwitch, { name, isOn }, crypto.randomUUID())
  }),
)
const discardCommand = fc.tuple(place, fc.nat(20)).map(([at, index]) =>
  createCommand(
    `discard ${index} ${JSON.stringify(at)}`,
    async (model, product) => {
      const discarded = findNote(model, at, index) as KnownNote
      discardWithReplies(findDevice(model, at).notes, discarded)
      await findTab(product, at).discard(discarded.id)
    },
    (model) => findNote(model, at, index) !== undefined,
  ),
)
const restartCommand = place.map((at) =>
  createCommand(`restart ${JSON.stringify(at)}`, async (_model, { devices }) => {
    const { tabs, openTab } = devices[at.device] as OpenDevice
    const [closed] = tabs.splice(at.tab % tabs.length, 1, openTab())
    closed?.stop()
  }),
)
const networkCommand = fc.tuple(place, fc.boolean()).map(([at, isOnline]) =>
  createCommand(`${isOnline ? 'online' : 'offline'} ${at.device}`, async (_model, { devices }) => {
    Object.assign(devices[at.device] as OpenDevice, { isOnline })
    if (isOnline) dispatchEvent(new Event('online'))
  }),
)
const troubleCommand = fc.constantFrom('lost response' as const, offlineError, rejectionError).map((result) =>
  createCommand(`trouble ${String(result)}`, async (model, { server }) => {
    server.results.push(result)
    model.hasRejection ||= result === rejectionError
  }),
)
const pauseCommand = fc.nat(20).map((tasks) =>
  createCommand(`pause ${tasks}`, async () => {
    for (let task = 0; task < tasks; task += 1) await new Promise((resolve) => setTimeout(resolve))
  }),
)
const command = fc.oneof(
  { weight: 4, arbitrary: addNoteCommand },
  { weight: 3, arbitrary: replyCommand },
  { weight: 5, arbitrary: switchCommand },
  { weight: 2, arbitrary: discardCommand },
  { weight: 2, arbitrary: restartCommand },
  { weight: 4, arbitrary: networkCommand },
  { weight: 2, arbitrary: troubleCommand },
  { weight: 3, arbitrary: pauseCommand },
)

type NoteBody = { clientMessageId: string; content: string; replyTo?: string }
type Received = ReturnType<typeof createFakeOutboxServer>['received'][number]
type CheckedDevice = OpenDevice & Model['devices'][number]

/** Opens all devices, without any action. */
function openProduct(): { model: Model; real: Product } {
  const server = createFakeOutboxServer()
  const devices = DEVICES.map(({ name, memberId, tabCount }): OpenDevice => {
    const device = createTestDevice(name, memberId, server.send)
    return Object.assign(device, { tabs: Array.from({ length: tabCount }, device.openTab) })
  })
  const model = { devices: devices.map(() => ({ notes: [], switches: new Map() })), noteCount: 0, hasRejection: false }
  return { model, real: { server, devices } }
}

/** Waits until nothing waits on any device, while all are online and members retry what was refused. */
async function waitUntilSent({ server, devices }: Product): Promise<void> {
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
}

it('brings every action of all devices to the server once and in order, whatever networks, tabs and members do', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands([command], { maxCommands: 50 }), async (commands) => {
      const { model, real } = openProduct()
      try {
        await fc.asyncModelRun(() => ({ model, real }), commands)
        await waitUntilSent(real)
        const devices = real.devices.map((device, index) => ({
          ...device,
          ...(model.devices[index] as Model['devices'][number]),
        }))
        checkNotes(real.server.received, devices, !model.hasRejection)
        checkSwitches(real.server.received, devices)
        checkShown(real.server.received, devices)
      } finally {
        for (const { tabs } of real.devices) for (const { stop } of tabs) stop() // also after a failure, whose timers would go on
      }
    }),
    {
      numRuns: 40,
      plugins: [fc.interruptAfterTimeLimit(TIME_LIMIT_MS, { failOnInterrupt: true })],
      ...(SEED && { seed: Number(SEED) }),
    },
  )
}, 120_000)

const listNotes = (received: readonly Received[]) =>
  received.filter(({ path }) => path === '/messages').map((request) => ({ ...request, body: request.body as NoteBody }))
const listSwitches = (received: readonly Received[], name: string) =>
  received
    .filter(({ path }) => path === `/posts/${name}/like`)
    .map((request) => ({ ...request, isOn: (request.body as { state: boolean }).state }))

/** Each note of each device has arrived once, as its member, after the note that it replies to. */
function checkNotes(received: readonly Received[], devices: readonly CheckedDevice[], isOrderKept: boolean): void {
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
function checkSwitches(received: readonly Received[], devices: readonly CheckedDevice[]): void {
  for (const device of devices)
    for (const [name, isOn] of device.switches) {
      const last = listSwitches(received, name).findLast(({ key }) => key?.startsWith(`${device.name} `))
      expect(last?.isOn ?? false).toBe(isOn)
    }
}

/** No tab shows anything else than the server: of several devices the one wins whose request was accepted last. */
function checkShown(received: readonly Received[], devices: readonly CheckedDevice[]): void {
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
