import { createUniqueAccount } from '@meadow/testing/accounts'
import { expect, test } from './src/fixtures.ts'
import { type ChatPage, createChatPage } from './src/pages/chat-page.ts'
import { follow, reloadUntilVisible } from './src/pages/member-actions.ts'

const iris = createUniqueAccount('Iris Thorne')
const jon = createUniqueAccount('Jon Birch')

test.describe('messages that vanish', () => {
  test.describe.configure({ mode: 'serial' })
  let iriss: ChatPage
  let jons: ChatPage
  /** The second window of Jon, as on another device. */
  let jonsOther: ChatPage

  test.beforeAll(async ({ product }) => {
    const [one, other] = [await product.openSignedUp(iris), await product.openSignedUp(jon)]
    await follow(one.page, jon)
    await follow(other.page, iris)
    const second = await product.openSignedIn(jon)
    iriss = createChatPage(one.page)
    jons = createChatPage(other.page)
    jonsOther = createChatPage(second.page)
    for (const [chat, member] of [
      [iriss, jon],
      [jons, iris],
      [jonsOther, iris],
    ] as const) {
      await chat.page.goto(`/chat/${member.username}`)
      await reloadUntilVisible(chat.page, chat.page.getByText('Say hello to'))
    }
  })
  test.afterAll(({ product }) => product.closeWindows())

  test('a message that is deleted for oneself can be brought back at first, and then goes on all own devices', async () => {
    await iriss.send('The lamp is in the shed')
    await jonsOther.message('The lamp is in the shed').waitFor()
    await jons.deleteForMe(jons.message('The lamp is in the shed'))
    await expect(jons.log.getByText('The lamp is in the shed')).toHaveCount(0)
    await jons.page.getByRole('button', { name: 'Undo' }).click()
    await jons.message('The lamp is in the shed').waitFor()
    await jons.deleteForMe(jons.message('The lamp is in the shed'))
    await expect(jonsOther.log.getByText('The lamp is in the shed')).toHaveCount(0)
    await iriss.send('Or in the barn')
    await jonsOther.message('Or in the barn').waitFor()
    await iriss.message('The lamp is in the shed').waitFor()
    await jonsOther.page.reload()
    await jonsOther.message('Or in the barn').waitFor()
    await expect(jonsOther.log.getByText('The lamp is in the shed')).toHaveCount(0)
  })

  test('disappearing messages are turned on by either member, and both see it', async () => {
    await iriss.page.getByRole('button', { name: 'More', exact: true }).click()
    await iriss.page.getByRole('menuitem', { name: 'Disappearing messages' }).click()
    await iriss.page.getByRole('dialog').getByRole('button', { name: '1 day' }).click()
    await iriss.log.getByText('You turned on disappearing messages: 1 day').waitFor()
    await jons.log.getByText('Iris Thorne turned on disappearing messages: 1 day').waitFor()
    await jons.page.getByRole('img', { name: 'Messages disappear after 1 day' }).waitFor()
    await jons.send('Only for today')
    await iriss
      .message('Only for today')
      .getByText(/^Disappears /)
      .waitFor()
  })

  test('a clock that is a day ahead hides nothing', async ({ product }) => {
    const ahead = await product.openSignedIn(iris)
    await ahead.page.clock.install({ time: Date.now() + 25 * 3_600_000 })
    await ahead.page.clock.resume()
    await ahead.page.goto(`/chat/${jon.username}`)
    await createChatPage(ahead.page).message('Only for today').waitFor()
    await ahead.page.clock.fastForward(60_000) // what hides messages at their time has run
    await expect(createChatPage(ahead.page).log.getByText('Only for today')).toHaveCount(1)
  })
})
