import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { MessageView } from '@meadow/contracts'
import { type Caller, type Calls, createCalls } from '@meadow/testing/api-client'
import type { Page } from 'playwright-core'
import { type ChatPage, chatIn } from './src/chat-page.ts'
import { atHome, signIn } from './src/members.ts'
import { openProduct, type Product } from './src/product.ts'

describe('what was written and not sent when a page is closed', () => {
  let product: Product
  let calls: Calls
  let ada: Caller
  let ben: Caller
  let cleo: Caller

  beforeAll(async () => {
    product = await openProduct()
    calls = createCalls(product.stack.url)
    ada = await calls.join('Ada Moss')
    ben = await calls.join('Ben Reed')
    cleo = await calls.join('Cleo Hart')
    await calls.befriend(ada, ben, cleo)
  })
  afterAll(async () => product?.[Symbol.asyncDispose]())

  /** The conversation in a page that has it before the network goes. */
  const talk = async (page: Page): Promise<ChatPage> => {
    await page.goto(`/chat/${ben.person.username}`)
    const chat = chatIn(page)
    await chat.field.waitFor()
    return chat
  }
  const writeOffline = async (chat: ChatPage, ...texts: string[]) => {
    await chat.page.context().setOffline(true)
    for (const text of texts) {
      await chat.write(text)
      await chat.said(text).getByText('· Sending').waitFor()
    }
    await untilKept(chat.page, texts)
  }
  /** What one member has written to Ben, as the server keeps it. */
  const arrived = async (by: Caller) => {
    const { messages } = await calls.call<{ messages: MessageView[] }>(`/messages/${by._id}`, { by: ben })
    return messages.map(({ content }) => content)
  }

  it('is sent once and in order from any page when the member is back, by a small part of the chat', async () => {
    const { page } = await product.openFor(ada.person)
    const context = page.context()
    await writeOffline(await talk(page), 'One', 'Two', 'Three')
    await page.close()
    await context.setOffline(false)

    const back = await context.newPage()
    const loaded: string[] = []
    back.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    const bens = await product.openFor(ben.person)
    await bens.page.goto(`/chat/${ada.person.username}`)
    await back.goto('/home')
    await atHome(back)
    await chatIn(bens.page).said('Three').waitFor()
    expect(await arrived(ada)).toEqual(['One', 'Two', 'Three'])
    await back.waitForFunction(() => Object.keys(localStorage).every((key) => !key.startsWith('member:outbox')))
    expect(loaded.filter((path) => path.includes('expose_outbox'))).toHaveLength(1)
    expect(loaded.filter((path) => path.includes('/mf/chat/') && path.includes('expose_remote'))).toEqual([])

    await back.reload()
    await atHome(back)
    await chatIn(back).inbox.click()
    await chatIn(back).open(ben.person.fullName)
    await chatIn(back).said('Three').getByText('· Sent').or(chatIn(back).said('Three').getByText('· Read')).waitFor()
    expect(await arrived(ada)).toEqual(['One', 'Two', 'Three'])
    await Promise.all([context.close(), bens.page.context().close()])
  })

  it('is neither seen nor sent by somebody else who signs in on the same browser', async () => {
    const before = await arrived(ada)
    const { page } = await product.openFor(ada.person)
    const context = page.context()
    await writeOffline(await talk(page), 'For Ben alone')
    await loseSession(page)
    await context.setOffline(false)

    const cleos = await context.newPage()
    await signIn(cleos, cleo.person)
    const chat = await talk(cleos)
    await chat.write('I am Cleo')
    await chat.said('I am Cleo').getByText('· Sent').waitFor()
    expect(await chat.said('For Ben alone').count()).toBe(0)
    expect(await arrived(cleo)).toEqual(['I am Cleo'])
    expect(await arrived(ada)).toEqual(before)
    await loseSession(cleos)

    const adas = await context.newPage()
    await signIn(adas, ada.person)
    await untilArrived([...before, 'For Ben alone'])
    await context.close()
  })

  it('is sent once by two tabs that both have it', async () => {
    const before = await arrived(ada)
    const { page: first } = await product.openFor(ada.person)
    const context = first.context()
    const second = await context.newPage()
    const [one, other] = [await talk(first), await talk(second)]
    await writeOffline(one, 'A1')
    await other.said('A1').waitFor()
    await writeOffline(other, 'B1')
    await one.said('B1').waitFor()
    await writeOffline(one, 'A2')
    await context.setOffline(false)
    await untilArrived([...before, 'A1', 'B1', 'A2'])
    for (const chat of [one, other]) await chat.log.getByText('· Sending').waitFor({ state: 'detached' })
    expect(await arrived(ada)).toEqual([...before, 'A1', 'B1', 'A2'])
    await context.close()
  })

  /** The messages of Ada have arrived: Ben looks on. */
  async function untilArrived(texts: string[]): Promise<void> {
    const { page } = await product.openFor(ben.person)
    await page.goto(`/chat/${ada.person.username}`)
    await chatIn(page)
      .said(texts.at(-1) as string)
      .waitFor()
    await page.context().close()
    expect(await arrived(ada)).toEqual(texts)
  }
})

/** All of them are on the disk of this browser. */
async function untilKept(page: Page, texts: string[]): Promise<void> {
  await page.waitForFunction(async (all) => {
    const opening = indexedDB.open('meadow-member')
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const reading = database.transaction('outbox').objectStore('outbox').getAll()
    const kept = await new Promise<{ content: string }[]>((resolve) => {
      reading.onsuccess = () => resolve(reading.result)
    })
    database.close()
    return all.every((text) => kept.some(({ content }) => content === text))
  }, texts)
}

/** The session is gone, not signed out of: what the member has kept stays. */
async function loseSession(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const key of ['token', 'userId']) localStorage.removeItem(key)
  })
  await page.context().clearCookies()
  await page.close()
}
