import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@meadow/testing'
import { type Caller, type Calls, createCalls } from '@meadow/testing/api-client'
import { seeded } from '@meadow/testing/random'
import { signIn } from '../src/members.ts'
import { type Product, startProduct } from '../src/product.ts'
import { type RandomDevice, randomDevice } from '../src/random-device.ts'
import { randomPartners } from '../src/random-partners.ts'
import type { Window } from '../src/window.ts'

const PARTNERS = ['Ben Reed', 'Cleo Finch', 'Dan Vale']
const ROUNDS = 4
/** In each round, of each device and of all partners together. */
const ACTS = { device: 15, partners: 20 }
const AGREED_MS = 2_000
/** A look at both screens and at the server, on a machine with nothing else to do. */
const LOOK_MS = 100
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

/** How much is unread: in all, and by the name of each partner. */
type Unread = { total: number; by: Record<string, number> }
type Conversation = { user: { fullName: string }; unreadCount: number }

describe('two devices of a member', () => {
  let product: Product
  let calls: Calls
  let ada: Caller
  let windows: Window[]
  let devices: RandomDevice[]
  let others: { act(): Promise<string> }

  beforeAll(async () => {
    process.env['RATE_LIMITS'] = 'off' // nobody is as quick, nor signs in so many
    process.stdout.write(`Seed ${SEED}\n`)
    product = await startProduct()
    calls = createCalls(product.stack.url)
    ada = await calls.join('Ada Moss')
    const partners = await Promise.all(PARTNERS.map(calls.join))
    for (const partner of partners) {
      await calls.befriend(ada, partner)
      await calls.send(partner, ada, `This is ${partner.person.fullName}`)
    }
    windows = [await product.open(), await product.open()]
    devices = windows.map((window, place) => randomDevice(window, PARTNERS, seeded(SEED + place)))
    others = randomPartners(calls, ada, partners, seeded(SEED + devices.length))
    for (const { page } of windows) await signIn(page, ada.person)
  })
  afterAll(async () => product?.[Symbol.asyncDispose]())

  async function actAll(): Promise<string[]> {
    const done: string[] = []
    const acting = async (who: { act(): Promise<string> }, times: number) => {
      for (let time = 0; time < times; time += 1) done.push(await who.act())
    }
    await Promise.all([...devices.map((device) => acting(device, ACTS.device)), acting(others, ACTS.partners)])
    return done
  }

  async function counted(): Promise<Unread> {
    const { conversations } = await calls.call<{ conversations: Conversation[] }>('/messages/conversations', {
      by: ada,
    })
    const { count } = await calls.call<{ count: number }>('/messages/unread-count/total', { by: ada })
    return { total: count, by: Object.fromEntries(conversations.map((one) => [one.user.fullName, one.unreadCount])) }
  }

  /** The innermost text tells: around it the number stands once more, for the eye. */
  const unreadIn = (texts: string[]) =>
    Number(texts.map((text) => /^(?:Inbox )?(\d+) unread messages?$/.exec(text)?.[1]).findLast((count) => count) ?? 0)

  async function shown({ chat }: RandomDevice): Promise<Unread> {
    const rows = await chat.rows.evaluateAll((all) =>
      all.map((row) => [row, ...row.querySelectorAll('span')].map(({ textContent }) => textContent)),
    )
    const by = PARTNERS.map((name) => [name, unreadIn(rows.find(([whole]) => whole?.includes(name)) ?? [])])
    return { total: unreadIn([(await chat.inbox.textContent()) ?? '']), by: Object.fromEntries(by) }
  }

  /** How long it takes until both show what the server counts; and how long it takes to look. */
  async function untilAgreed(): Promise<{ took: number; look: number }> {
    const begun = performance.now()
    let looked = begun
    await eventually(async () => {
      looked = performance.now()
      const unread = await counted()
      expect(await Promise.all(devices.map(shown))).toEqual(devices.map(() => unread))
      expect(Object.values(unread.by).reduce((sum, count) => sum + count)).toBe(unread.total)
    })
    const ended = performance.now()
    return { took: ended - begun, look: ended - looked }
  }

  it('agree on what is unread a moment after whatever was done on them and to them', async () => {
    const done: string[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      done.push(...(await actAll()))
      await Promise.all(devices.map((device) => device.settle()))
      await others.act()
      const { took, look } = await untilAgreed()
      process.stdout.write(
        `After ${done.length} acts they agreed in ${took.toFixed(0)} ms; a look took ${look.toFixed(0)} ms\n`,
      )
      expect(took).toBeLessThan(AGREED_MS * Math.max(1, look / LOOK_MS))
    }
    const times = Map.groupBy(done, (does) => does)
    process.stdout.write(`${[...times].map(([does, all]) => `${all.length} × ${does}`).join(', ')}\n`)
    expect(done).toHaveLength(200)
    expect(done.filter((does) => does.includes('overtaken')).length).toBeLessThan(100)
  })
})
