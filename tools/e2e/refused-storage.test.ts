import { createApiClient } from '@meadow/testing/api-client'
import { expect, test } from './src/fixtures.ts'
import { createChatPage } from './src/pages/chat-page.ts'
import { signIn, waitForHome } from './src/pages/member-actions.ts'

test.afterEach(({ product }) => product.closeWindows())

/** As a browser without cookies and site data: everything that stores or connects tabs is refused. */
function refuseAll() {
  const refuse = () => {
    throw new DOMException('Refused', 'SecurityError')
  }
  const reject = async () => refuse()
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { configurable: true, get: refuse })
  Object.defineProperty(globalThis, 'BroadcastChannel', { configurable: true, value: refuse })
  IDBFactory.prototype.open = refuse
  IDBFactory.prototype.deleteDatabase = refuse
  CacheStorage.prototype.keys = reject
  CacheStorage.prototype.open = reject
  LockManager.prototype.request = reject
}

/** As a browser whose disk is full. */
function refuseWrites() {
  const refuse = () => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  Storage.prototype.setItem = refuse
  IDBObjectStore.prototype.put = refuse
}

function removeIndexedDb() {
  Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value: undefined })
}

for (const { name, breakStorage, isLasting } of [
  { name: 'refuses to store anything', breakStorage: refuseAll, isLasting: false },
  { name: 'has no space left', breakStorage: refuseWrites, isLasting: false },
  { name: 'has no IndexedDB', breakStorage: removeIndexedDb, isLasting: true },
])
  test(`a member reads and writes in a browser that ${name}`, async ({ product }) => {
    const calls = createApiClient(product.stack.url)
    const [ada, ben] = [await calls.register('Ada Moss'), await calls.register('Ben Reed')]
    await calls.makeMutualFollowers(ada, ben)
    await calls.sendMessage(ben, ada, 'Bring the blue lantern')
    const { page, problems } = await product.open()
    await page.addInitScript(breakStorage)
    await signIn(page, ada.account)
    const notice = page.getByText('You will be signed out when you close or reload this page.')
    if (isLasting) await expect(notice).toBeHidden()
    else await expect(notice).toBeVisible()
    const chat = createChatPage(page)
    await chat.open('Ben Reed')
    await chat.message('Bring the blue lantern').waitFor()
    await chat.send('I have it')
    await chat
      .message('I have it')
      .getByText(/· (Sent|Delivered)/)
      .waitFor()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    expect(problems).toEqual([])
    if (!isLasting) return
    await signIn(page, ada.account)
    await page.reload()
    await waitForHome(page)
  })
