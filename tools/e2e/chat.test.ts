import { createUniqueAccount } from '@meadow/testing/accounts'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import { expect, test } from './src/fixtures.ts'
import type { BrowserWindow } from './src/pages/browser-window.ts'
import { type ChatPage, createChatPage } from './src/pages/chat-page.ts'
import { follow, reloadUntilVisible } from './src/pages/member-actions.ts'

const ada = createUniqueAccount('Ada Wells')
const ben = createUniqueAccount('Ben Marsh')

test.describe('a conversation in two windows', () => {
  test.describe.configure({ mode: 'serial' })
  let windows: BrowserWindow[]
  let adas: ChatPage
  let bens: ChatPage

  test.beforeAll(async ({ product }) => {
    const [one, other] = [await product.openSignedUp(ada), await product.openSignedUp(ben)]
    await follow(one.page, ben)
    await follow(other.page, ada)
    windows = [one, other]
    adas = createChatPage(one.page)
    bens = createChatPage(other.page)
  })
  test.afterAll(({ product }) => product.closeWindows())

  test('delivers messages immediately and shows what was read', async () => {
    await adas.page.goto(`/chat/${ben.username}`)
    await reloadUntilVisible(adas.page, adas.page.getByText('Say hello to'))
    await adas.send('Are the swifts still there?')
    await bens.page.getByRole('banner').getByRole('link', { name: 'Inbox 1 unread message' }).click()
    await bens.open(ada.fullName)
    await bens.message('Are the swifts still there?').waitFor()
    await adas.message('Are the swifts still there?').getByText('· Read').waitFor()
    await bens.page.getByRole('banner').getByRole('link', { name: 'Inbox', exact: true }).waitFor()
  })

  test('shows typing, reactions, edits and deletions', async () => {
    await bens.typeUntilVisible(adas.typingIndicator)
    await bens.send('All of them.')
    await adas.react(adas.message('All of them.'), 'thumbs up')
    await bens.message('All of them.').getByText('👍').waitFor()
    await bens.editLast('All of them but one.')
    await adas.message('All of them but one.').getByText('Edited').waitFor()
    await bens.delete(bens.message('All of them but one.'))
    await adas.log.getByText('This message was deleted').waitFor()
  })

  test('shows pictures and replies in a thread', async () => {
    const picture = { name: 'swift.png', mimeType: 'image/png', buffer: await drawSamplePicture() }
    await bens.sendPictures([picture, { ...picture, name: 'swallow.png' }], 'Two of them')
    await expect(adas.message('Two of them').getByRole('img')).toHaveCount(2)
    await adas.message('Two of them').getByRole('button', { name: 'Open picture 2 of 2' }).click()
    await adas.page.getByRole('dialog', { name: 'Pictures' }).getByText('2 of 2').first().waitFor()
    await adas.page.keyboard.press('Escape')
    await adas.send('Is that the old bridge?')
    await bens.replyInThread(bens.message('Is that the old bridge?'), 'The one behind it.')
    await adas.message('The one behind it.').waitFor()
  })

  test('stores messages that are written offline and sends them in order later', async () => {
    await adas.page.context().setOffline(true)
    for (const text of ['One', 'Two', 'Three']) await adas.send(text)
    await adas.message('Three').getByText('· Waiting for the network').waitFor()
    await adas.page.context().setOffline(false)
    await bens.message('Three').waitFor()
    const texts = await bens.log.getByRole('article').allInnerTexts()
    const order = texts.flatMap((text) => /^(One|Two|Three)$/m.exec(text)?.[1] ?? [])
    expect(order).toEqual(['One', 'Two', 'Three'])
  })

  test('shows no error and violates no security policy', () => {
    const problems = windows.flatMap((window) => window.problems)
    expect(problems.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  })
})
