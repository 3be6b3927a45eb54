import type { MessageView } from '@meadow/contracts'
import { type ApiClient, type ApiMember, createApiClient } from '@meadow/testing/api-client'
import { startStackWithoutRateLimits } from '@meadow/testing/stack'
import fc from 'fast-check'
import { expect, test } from '../src/fixtures.ts'
import { startProduct } from '../src/open-product.ts'
import { readDisplayedMessages, toDisplayedMessage } from '../src/pages/displayed-messages.ts'
import { signIn } from '../src/pages/member-actions.ts'
import {
  createScriptedDevice,
  DEVICE_ACTIONS,
  type DeviceAction,
  type ScriptedDevice,
} from '../src/random/scripted-device.ts'

const { SEED, RUNS = 2 } = process.env
/** A viewport in which all messages are visible and can be compared. */
const TALL = { viewport: { width: 720, height: 6_000 } }
const PAGE = 30
const A_DAY = 86_400_000

type Client = { name: string; owner: ApiMember; partner: ApiMember; device: ScriptedDevice }

const order: fc.Arbitrary<DeviceAction> = fc.record({ does: fc.constantFrom(...DEVICE_ACTIONS), to: fc.nat(5) })
/** The rounds of actions that the three clients perform at the same time. */
const rounds = fc.array(fc.tuple(order, order, order), { minLength: 4, maxLength: 8, size: 'max' })

test.describe('three clients of two members with random actions and connection losses', () => {
  let product: Awaited<ReturnType<typeof startProduct>>
  let calls: ApiClient
  let clients: Client[]

  test.beforeAll(async ({ browser }) => {
    product = await startProduct(browser, { name: 'the product of three clients', start: startStackWithoutRateLimits })
    calls = createApiClient(product.stack.url)
    const [ada, ben] = [await calls.register('Ada Moss'), await calls.register('Ben Reed')]
    await calls.makeMutualFollowers(ada, ben)
    await calls.sendMessage(ada, ben, 'The first of all')
    const client = async (name: string, owner: ApiMember, partner: ApiMember): Promise<Client> => {
      const window = await product.open(TALL)
      const device = createScriptedDevice(window, { name, partner: partner.account.fullName })
      await signIn(window.page, owner.account)
      return { name, owner, partner, device }
    }
    clients = await Promise.all([client('laptop', ada, ben), client('phone', ada, ben), client('Ben', ben, ada)])
  })
  test.afterAll(() => product?.[Symbol.asyncDispose]())

  /** Marks nothing as received: the cursor is in the future. */
  const fresh = ({ owner, partner }: Client) =>
    calls
      .call<{ messages: MessageView[] }>(`/messages/${partner._id}?limit=50&before=${Date.now() + A_DAY}`, {
        by: owner,
      })
      .then(({ messages }) => messages)

  async function expectSameAsServer(client: Client): Promise<void> {
    const messages = await fresh(client)
    const shown = await readDisplayedMessages(client.device.chat)
    expect(shown.length).toBeGreaterThanOrEqual(Math.min(messages.length, PAGE))
    const count = Math.min(shown.length, messages.length)
    expect(shown.slice(-count)).toEqual(
      messages.slice(-count).map((message) => toDisplayedMessage(message, client.owner._id)),
    )
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

  test('show in the end the same messages as a new response, in the same order', async () => {
    let done = 0
    await fc.assert(
      fc.asyncProperty(rounds, async (all) => {
        for (const orders of all) {
          const actions = clients.map(({ device }, index) => device.act(orders[index] as DeviceAction))
          done += (await Promise.all(actions)).filter(Boolean).length
        }
        await Promise.all(clients.map(({ device }) => device.settle()))
        for (const client of clients) await expect(() => expectUnread(client)).toPass()
        for (const { device, partner } of clients)
          if (!(await device.chat.field.isVisible())) await device.chat.open(partner.account.fullName)
        for (const client of clients) await expect(() => expectSameAsServer(client)).toPass()
        for (const client of clients) await expect(() => expectUnread(client)).toPass()
        await expectSameOrder()
      }),
      { numRuns: Number(RUNS), endOnFailure: true, ...(SEED && { seed: Number(SEED) }) }, // fast-check prints the seed
    )
    expect(done).toBeGreaterThan(0)
  })
})
