import { type ApiClient, type ApiMember, createApiClient } from '@meadow/testing/api-client'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import { expect, test } from './src/fixtures.ts'
import type { BrowserWindow } from './src/pages/browser-window.ts'
import { type ChatPage, createChatPage } from './src/pages/chat-page.ts'
import { storeQueries } from './src/pages/stored-queries.ts'

const COUNT = 60
const LINK = 'https://example.org/moss'

test.describe('finding messages of a conversation', () => {
  test.describe.configure({ mode: 'serial' })
  let calls: ApiClient
  let ada: ApiMember
  let ben: ApiMember
  let windows: BrowserWindow[]
  let adas: ChatPage
  let phone: ChatPage
  let bens: ChatPage

  test.beforeAll(async ({ product }) => {
    calls = createApiClient(product.stack.url)
    ada = await calls.register('Ada Fern')
    ben = await calls.register('Ben Stone')
    await calls.makeMutualFollowers(ada, ben)
    await calls.sendMessage(ben, ada, 'The first of all')
    await calls.sendMessage(ben, ada, `Moss: ${LINK}`)
    for (let number = 3; number < COUNT; number += 1) await calls.sendMessage(ben, ada, `Stone number ${number}`)
    await calls.sendMessage(ada, ben, 'The last of all')
    windows = [
      await product.openSignedIn(ada.account),
      await product.openSignedIn(ada.account),
      await product.openSignedIn(ben.account),
    ]
    ;[adas, phone, bens] = windows.map(({ page }) => createChatPage(page)) as [ChatPage, ChatPage, ChatPage]
    for (const chat of [adas, phone]) await chat.page.goto(`/chat/${ben.account.username}`)
    await bens.page.goto(`/chat/${ada.account.username}`)
    for (const chat of [adas, phone, bens]) await chat.message('The last of all').waitFor()
  })
  test.afterAll(({ product }) => product.closeWindows())

  const chooseInHeader = async ({ page }: ChatPage, item: string) => {
    await page
      .getByRole('region', { name: /^Chat with/ })
      .getByRole('button', { name: 'More' })
      .click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const getContents = ({ page }: ChatPage) => page.getByRole('complementary', { name: 'Media, links and starred' })

  test('a search finds the links of one sender, and leads there and back', async () => {
    const { page } = adas
    await page.getByRole('button', { name: 'Search messages' }).click()
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Contains').selectOption('Links')
    const results = page.getByRole('list', { name: 'Search results' })
    await expect(results.getByRole('button')).toHaveCount(1)
    await page.getByLabel('Sent by').selectOption('You')
    await page.getByText('No messages match these filters.').waitFor()
    await page.getByLabel('Sent by').selectOption(ben.account.fullName)
    await results.getByRole('button', { name: /Moss/ }).click()
    await expect(adas.message('Moss:')).toBeInViewport()
    await page.getByRole('button', { name: 'Close search' }).click()
    await page.getByRole('button', { name: 'Jump to latest message' }).click()
    await expect(adas.message('The last of all')).toBeInViewport()
  })

  test('a day opens at its first message, or at the next one, and a written message leads back', async () => {
    await chooseInHeader(adas, 'Go to date')
    await adas.page.getByLabel('Day', { exact: true }).fill('2020-02-03')
    await adas.page.getByRole('button', { name: 'Go', exact: true }).click()
    await expect(adas.message('The first of all')).toBeInViewport()
    await adas.send('Written from the past')
    await expect(adas.message('Written from the past')).toBeInViewport()
    await bens.message('Written from the past').waitFor()
  })

  test('a star is for its member alone, on all their devices, and goes with the message', async () => {
    await bens.send('The key is under the pot')
    for (const chat of [adas, phone]) await chat.message('The key').waitFor()
    await chooseInHeader(phone, 'Media, links and starred')
    await getContents(phone).getByRole('tab', { name: 'Starred' }).click()
    await getContents(phone).getByText('Only you see your stars.').waitFor()
    await adas.message('The key').getByRole('button', { name: 'Actions' }).press('Enter')
    await adas.page.getByRole('menuitem', { name: 'Star', exact: true }).press('Enter')
    await adas.message('The key').getByRole('img', { name: 'Starred' }).waitFor()
    await phone.message('The key').getByRole('img', { name: 'Starred' }).waitFor()
    await getContents(phone)
      .getByRole('button', { name: /The key/ })
      .waitFor()
    await expect(bens.message('The key').getByRole('img', { name: 'Starred' })).toHaveCount(0)
    await bens.delete(bens.message('The key'))
    await expect(getContents(phone).getByRole('button', { name: /The key/ })).toHaveCount(0)
    await getContents(phone).getByText('Only you see your stars.').waitFor()
    await phone.page.getByRole('button', { name: 'Close media, links and starred' }).click()
  })

  test('pictures and links lead to their message, and those that were seen open offline', async () => {
    const picture = { name: 'hill.png', mimeType: 'image/png', buffer: await drawSamplePicture() }
    await bens.sendPictures([picture], 'The hill')
    await adas.message('The hill').waitFor()
    await chooseInHeader(adas, 'Media, links and starred')
    await getContents(adas)
      .getByRole('button', { name: /^Show in chat/ })
      .waitFor()
    await getContents(adas).getByRole('tab', { name: 'Links' }).click()
    await getContents(adas)
      .getByRole('link', { name: new RegExp(LINK) })
      .waitFor()
    await storeQueries(adas.page, '"contents"')
    await adas.page.context().setOffline(true)
    await getContents(adas).getByRole('tab', { name: 'Pictures' }).click()
    await getContents(adas)
      .getByRole('button', { name: /^Show in chat/ })
      .click()
    await expect(adas.message('The hill')).toBeInViewport()
    await adas.page.context().setOffline(false)
  })

  test('shows no error and violates no security policy', () => {
    const problems = windows.flatMap((window) => window.problems)
    expect(problems.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  })
})
