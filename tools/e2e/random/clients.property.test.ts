import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { MessageView } from '@meadow/contracts'
import { eventually } from '@meadow/testing'
import { type Caller, type Calls, createCalls } from '@meadow/testing/api-client'
import fc from 'fast-check'
import { signIn } from '../src/members.ts'
import { type Product, startProduct } from '../src/product.ts'
import { asShown, messagesIn } from '../src/shown-messages.ts'
import { ORDERS, type Order, type ToldDevice, toldDevice } from '../src/told-device.ts'
import { openWindow } from '../src/window.ts'

const { SEED, RUNS = 2 } = process.env
/** All messages are on the screen, so that all of them can be compared. */
const TALL = { viewport: { width: 720, height: 6_000 } }
const PAGE = 30
const A_DAY = 86_400_000

type Client = { name: string; owner: Caller; partner: Caller; device: ToldDevice }

const order: fc.Arbitrary<Order> = fc.record({ does: fc.constantFrom(...ORDERS), to: fc.nat(5) })
/** What the three do at the same time, again and again. */
const rounds = fc.array(fc.tuple(order, order, order), { minLength: 4, maxLength: 8, size: 'max' })

describe('three clients of two members, whatever they do and however often they lose their connection', () => {
  let product: Product
  let calls: Calls
  let clients: Client[]

  beforeAll(async () => {
    process.env['RATE_LIMITS'] = 'off' // nobody is as quick
    product = await startProduct()
    calls = createCalls(product.stack.url)
    const [ada, ben] = [await calls.join('Ada Moss'), await calls.join('Ben Reed')]
    await calls.befriend(ada, ben)
    await calls.send(ada, ben, 'The first of all')
    const client = async (name: string, owner: Caller, partner: Caller): Promise<Client> => {
      const window = await openWindow(product.browser, product.stack.url, TALL)
      const device = toldDevice(window, { name, partner: partner.person.fullName })
      await signIn(window.page, owner.person)
      return { name, owner, partner, device }
    }
    clients = await Promise.all([client('laptop', ada, ben), client('phone', ada, ben), client('Ben', ben, ada)])
  })
  afterAll(async () => product?.[Symbol.asyncDispose]())

  /** Without receiving them: they are before a moment of the future. */
  const fresh = ({ owner, partner }: Client) =>
    calls
      .call<{ messages: MessageView[] }>(`/messages/${partner._id}?limit=50&before=${Date.now() + A_DAY}`, {
        by: owner,
      })
      .then(({ messages }) => messages)

  async function expectFresh(client: Client): Promise<void> {
    const messages = await fresh(client)
    const shown = await messagesIn(client.device.chat)
    expect(shown.length).toBeGreaterThanOrEqual(Math.min(messages.length, PAGE))
    const count = Math.min(shown.length, messages.length)
    expect(shown.slice(-count)).toEqual(messages.slice(-count).map((message) => asShown(message, client.owner._id)))
  }

  async function expectUnread({ name, owner, device }: Client): Promise<void> {
    const { count } = await calls.call<{ count: number }>('/messages/unread-count/total', { by: owner })
    const shown = Number(/\d+/.exec((await device.chat.inbox.textContent()) ?? '')?.[0] ?? 0)
    expect({ name, unread: shown }).toEqual({ name, unread: count })
  }

  async function expectSameOrder(): Promise<void> {
    const [one, ...others] = await Promise.all(
      clients.map(async (client) => (await fresh(client)).map(({ _id, seq }) => ({ _id, seq }))),
    )
    for (const other of others) expect(other).toEqual(one)
    expect(one?.map(({ seq }) => seq)).toEqual(one?.map(({ seq }) => seq).toSorted((a, b) => a - b))
  }

  it('show in the end what a fresh answer says, in the same order', async () => {
    let done = 0
    await fc.assert(
      fc.asyncProperty(rounds, async (all) => {
        for (const orders of all) {
          const acts = clients.map(({ device }, place) => device.act(orders[place] as Order))
          done += (await Promise.all(acts)).filter(Boolean).length
        }
        await Promise.all(clients.map(({ device }) => device.settle()))
        for (const client of clients) await eventually(() => expectUnread(client))
        for (const { device, partner } of clients)
          if (!(await device.chat.field.isVisible())) await device.chat.open(partner.person.fullName)
        for (const client of clients) await eventually(() => expectFresh(client))
        for (const client of clients) await eventually(() => expectUnread(client))
        await expectSameOrder()
      }),
      { numRuns: Number(RUNS), endOnFailure: true, ...(SEED && { seed: Number(SEED) }) }, // fast-check prints the seed
    )
    expect(done).toBeGreaterThan(0)
  })
})
