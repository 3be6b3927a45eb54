import { createUniqueAccount } from '@meadow/testing/accounts'
import { expect, test } from './src/fixtures.ts'
import type { BrowserWindow } from './src/pages/browser-window.ts'
import { type ChatPage, createChatPage } from './src/pages/chat-page.ts'
import { follow, reloadUntilVisible } from './src/pages/member-actions.ts'

const eve = createUniqueAccount('Eve Rowan')
const max = createUniqueAccount('Max Alder')

test.describe('what two members do at the same time', () => {
  test.describe.configure({ mode: 'serial' })
  let windows: BrowserWindow[]
  let eves: ChatPage
  let maxs: ChatPage

  test.beforeAll(async ({ product }) => {
    const [one, other] = [await product.openSignedUp(eve), await product.openSignedUp(max)]
    await follow(one.page, max)
    await follow(other.page, eve)
    windows = [one, other]
    eves = createChatPage(one.page)
    maxs = createChatPage(other.page)
    await eves.page.goto(`/chat/${max.username}`)
    await reloadUntilVisible(eves.page, eves.page.getByText('Say hello to'))
    await maxs.page.goto(`/chat/${eve.username}`)
    await reloadUntilVisible(maxs.page, maxs.page.getByText('Say hello to'))
  })
  test.afterAll(({ product }) => product.closeWindows())

  test('a reply drops the quote of a message that is deleted before it is sent, and arrives', async () => {
    await eves.send('The key is under the stone')
    await maxs.reply(maxs.message('The key is under the stone'))
    await eves.delete(eves.message('The key is under the stone'))
    await expect(maxs.log.getByText('The key is under the stone')).toHaveCount(0)
    await maxs.send('Which one?')
    await eves.message('Which one?').getByText('Message deleted').waitFor()
  })

  test('a reply that was written offline drops the quote too', async () => {
    await eves.send('Come at nine')
    await maxs.message('Come at nine').waitFor()
    await maxs.page.context().setOffline(true)
    await maxs.reply(maxs.message('Come at nine'))
    await maxs.send('I will')
    await maxs.message('I will').getByText('· Waiting for the network').waitFor()
    await eves.delete(eves.message('Come at nine'))
    await maxs.page.context().setOffline(false)
    await eves.message('I will').getByText('Message deleted').waitFor()
    await expect(maxs.log.getByText('Come at nine')).toHaveCount(0)
  })

  test('a thread takes replies after its first message was deleted', async () => {
    await eves.send('Shall we walk?')
    await maxs.openThread(maxs.message('Shall we walk?'))
    await eves.delete(eves.message('Shall we walk?'))
    const reply = maxs.page.getByLabel('Reply in thread')
    await maxs.page.getByRole('complementary', { name: 'Thread' }).getByText('Message deleted').waitFor()
    await reply.fill('Along the river')
    await reply.press('Enter')
    await eves.message('Along the river').waitFor()
    await maxs.page.getByRole('button', { name: 'Close thread' }).click()
  })

  test('a message below the visible end stays unread until one scrolls to it', async () => {
    await eves.sendAll(Array.from({ length: 40 }, (_, index) => `Step ${index + 1}`))
    await eves.message('Step 40').getByText('· Read').waitFor()
    await maxs.log.hover()
    await maxs.page.mouse.wheel(0, -1_500)
    const marks: string[] = []
    maxs.page.on('request', (request) => void (request.url().endsWith('/read') && marks.push(request.url())))
    await eves.send('The last step')
    await maxs.page.getByRole('button', { name: /New message/ }).waitFor()
    await eves.typeUntilVisible(maxs.typingIndicator) // later than any mark of the message
    expect(marks).toEqual([])
    await maxs.page.getByRole('button', { name: /New message/ }).click()
    await eves.message('The last step').getByText('· Read').waitFor()
  })

  test('a message that arrives while the inbox loads has its row', async () => {
    const { promise: arrived, resolve } = Promise.withResolvers<void>()
    await maxs.page.route('**/api/messages/sync*', async (route) => {
      const response = await route.fetch() // before the message
      await arrived
      await route.fulfill({ response })
    })
    const synced = maxs.page.waitForRequest('**/api/messages/sync*')
    await maxs.page.goto('/inbox')
    await synced
    await eves.send('While you were loading')
    await maxs.page.getByRole('link', { name: 'Inbox 1 unread message' }).first().waitFor()
    resolve()
    await maxs.rows.filter({ hasText: 'While you were loading' }).waitFor()
    await maxs.page.unrouteAll({ behavior: 'wait' })
  })

  test('shows no error', () => {
    const problems = windows.flatMap((window) => window.problems)
    expect(problems.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  })
})
