import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { aPerson } from '@meadow/testing/accounts'
import { type ChatPage, chatIn } from './src/chat-page.ts'
import { follow, untilShown } from './src/members.ts'
import { openProduct, type Product } from './src/product.ts'
import type { Window } from './src/window.ts'

const ada = aPerson('Ada Wells')
const ben = aPerson('Ben Marsh')

describe('two members who talk', () => {
  let product: Product
  let windows: Window[]
  let adas: ChatPage
  let bens: ChatPage

  beforeAll(async () => {
    product = await openProduct()
    const [one, other] = [await product.openNew(ada), await product.openNew(ben)]
    await follow(one.page, ben)
    await follow(other.page, ada)
    windows = [one, other]
    adas = chatIn(one.page)
    bens = chatIn(other.page)
  })
  afterAll(async () => product?.[Symbol.asyncDispose]())

  it('hear each other at once, and see what was read', async () => {
    await adas.page.goto(`/chat/${ben.username}`)
    await untilShown(adas.page, adas.field)
    await adas.write('Are the swifts still there?')
    await bens.page.getByRole('banner').getByRole('link', { name: 'Inbox 1 unread message' }).click()
    await bens.open(ada.fullName)
    await bens.said('Are the swifts still there?').waitFor()
    await adas.said('Are the swifts still there?').getByText('· Read').waitFor()
    await bens.page.getByRole('banner').getByRole('link', { name: 'Inbox', exact: true }).waitFor()
  })

  it('see who types, react, edit and delete', async () => {
    await bens.typeUntil(adas.isTyping)
    await bens.write('All of them.')
    await adas.react(adas.said('All of them.'), 'thumbs up')
    await bens.said('All of them.').getByText('👍').waitFor()
    await bens.editLast('All of them but one.')
    await adas.said('All of them but one.').getByText('Edited').waitFor()
    await bens.remove(bens.said('All of them but one.'))
    await adas.log.getByText('This message was deleted').waitFor()
  })

  it('keep what is written offline, and send it in order when they are back', async () => {
    await adas.page.context().setOffline(true)
    for (const text of ['One', 'Two', 'Three']) await adas.write(text)
    await adas.said('Three').getByText('· Sending').waitFor()
    await adas.page.context().setOffline(false)
    await bens.said('Three').waitFor()
    const texts = await bens.log.getByRole('article').allInnerTexts()
    const order = texts.flatMap((text) => /^(One|Two|Three)$/m.exec(text)?.[1] ?? [])
    expect(order).toEqual(['One', 'Two', 'Three'])
  })

  it('break no security policy and show no error', () => {
    const problems = windows.flatMap((window) => window.problems)
    expect(problems.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  })
})
