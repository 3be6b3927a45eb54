import { createUniqueAccount } from '@meadow/testing/accounts'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import { type Stack, startPlainStack } from '@meadow/testing/stack'
import { expect, test } from './src/fixtures.ts'
import { createProduct, type Product } from './src/open-product.ts'
import type { BrowserWindow } from './src/pages/browser-window.ts'
import { type ChatPage, createChatPage } from './src/pages/chat-page.ts'
import {
  comment,
  fillSignUp,
  findPost,
  follow,
  like,
  publish,
  reloadUntilVisible,
  signIn,
  waitForHome,
} from './src/pages/member-actions.ts'

const START_TIMEOUT_MS = 480_000 // only on a busy machine: the first start fills the demo community

const nora = createUniqueAccount('Nora Finch')
const mara = { username: 'mara', fullName: 'Mara Lindqvist', email: '', password: '' }
const TEXT = 'My first evening on the meadow.'
const ALT = 'A hill under a low sun'

test.describe('a stranger on what npm start gives', () => {
  test.describe.configure({ mode: 'serial', timeout: START_TIMEOUT_MS })
  let stack: Stack
  let product: Product<Stack>
  let noras: BrowserWindow
  let maras: BrowserWindow
  let hers: ChatPage
  let theirs: ChatPage

  test.beforeAll(async ({ browser }) => {
    test.setTimeout(START_TIMEOUT_MS)
    stack = await startPlainStack()
    product = createProduct(browser, stack)
    noras = await product.open()
    maras = await product.open()
    hers = createChatPage(noras.page)
    theirs = createChatPage(maras.page)
  })
  test.afterAll(async () => {
    test.setTimeout(START_TIMEOUT_MS)
    await product?.closeWindows()
    await stack?.waitForCommunity()
    await stack?.stopWithCleanLogs('the plain start')
  })

  test('signs up, and posts a picture', async () => {
    const { page } = noras
    await page.goto('/')
    await page.getByRole('link', { name: 'Sign up' }).click()
    await fillSignUp(page, nora)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Welcome to Meadow!' }).waitFor()
    await page.getByRole('button', { name: 'Go to Home' }).click()
    await waitForHome(page)
    await publish(page, TEXT, { file: await drawSamplePicture(), alt: ALT })
    await findPost(page, TEXT).getByRole('img', { name: ALT }).waitFor()
  })

  test('gets a follower, a like and a comment, and the alerts arrive', async () => {
    await signIn(maras.page, mara)
    await follow(maras.page, nora)
    const post = findPost(maras.page, TEXT)
    await like(maras.page, post)
    await comment(maras.page, post, 'Welcome, Nora!')
    const { page } = noras
    const alerts = page.getByRole('banner').getByRole('link', { name: /^Alerts.*\d/ })
    const whenEventsArrive = { timeout: START_TIMEOUT_MS } // behind those of the demo community
    await alerts.click(whenEventsArrive)
    await page.getByRole('link', { name: /^Mara commented: “Welcome, Nora!”/ }).waitFor(whenEventsArrive)
    await page.getByRole('link', { name: 'Mara liked your post' }).waitFor(whenEventsArrive)
  })

  test('chats with a member who is active now', async () => {
    await follow(noras.page, mara)
    await noras.page.goto('/chat/mara')
    await reloadUntilVisible(noras.page, hers.presence('Active now'))
    await hers.send('Are the swifts still there?')
    await theirs.open(nora.fullName)
    await theirs.message('Are the swifts still there?').waitFor()
    await theirs.presence('Active now').waitFor()
    await theirs.send('All of them.')
    await hers.message('All of them.').waitFor()
    await maras.page.getByRole('radio', { name: 'Online' }).check()
    await theirs.rows.getByRole('link', { name: nora.fullName }).waitFor()
  })

  test('signs out, and was last seen just now', async () => {
    await noras.page.getByRole('button', { name: 'Log out' }).first().click()
    await noras.page.getByRole('button', { name: `Sign in as ${mara.fullName}` }).waitFor()
    await theirs.presence(/^Last seen/).waitFor()
  })

  test('signs in as a demo account, and meets no error', async () => {
    const { page } = noras
    await page.getByRole('button', { name: 'Sign in as Kofi Mensah' }).click()
    await page.getByRole('button', { name: 'Go to Home' }).click()
    await waitForHome(page)
    await page.getByRole('article').first().waitFor()
    expect([...noras.problems, ...maras.problems]).toEqual([])
  })
})
