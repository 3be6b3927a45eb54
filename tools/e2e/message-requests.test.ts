import { type ApiClient, type ApiMember, createApiClient } from '@meadow/testing/api-client'
import { expect, test } from './src/fixtures.ts'
import type { BrowserWindow } from './src/pages/browser-window.ts'
import { type ChatPage, createChatPage } from './src/pages/chat-page.ts'
import { recordSocketFrames, type SocketFrames } from './src/pages/socket-frames.ts'

/** Sam is a stranger to Mara, and Tove to both. Mara has two devices. */
test.describe('a message request', () => {
  test.describe.configure({ mode: 'serial' })
  let calls: ApiClient
  let mara: ApiMember
  let sam: ApiMember
  let tove: ApiMember
  let windows: BrowserWindow[]
  let maras: ChatPage
  let phone: ChatPage
  let sams: ChatPage
  let toves: ChatPage
  let tovesFrames: SocketFrames

  test.beforeAll(async ({ product }) => {
    calls = createApiClient(product.stack.url)
    mara = await calls.register('Mara Fell')
    sam = await calls.register('Sam Boyd')
    tove = await calls.register('Tove Lund')
    windows = []
    const open = async ({ account }: ApiMember) => {
      const window = await product.openSignedIn(account)
      windows.push(window)
      return createChatPage(window.page)
    }
    maras = await open(mara)
    phone = await open(mara)
    sams = await open(sam)
    toves = await open(tove)
    tovesFrames = recordSocketFrames(toves.page)
    for (const { page } of [maras, phone, toves]) await page.goto('/inbox')
    for (const { page } of [maras, phone, toves]) await page.getByText('No messages yet').waitFor()
    await tovesFrames.waitForConnection()
  })
  test.afterAll(({ product }) => product.closeWindows())

  const requestsButton = ({ page }: ChatPage) => page.getByRole('button', { name: /^Message requests/ })
  const bar = ({ page }: ChatPage) => page.getByRole('region', { name: 'Message request' })

  test('arrives apart from the inbox, without a count or a notice, and offers text only to its sender', async () => {
    await sams.page.goto(`/chat/${mara.account.username}`)
    await sams.page.getByText('Mara Fell will get this as a message request').waitFor()
    await expect(sams.page.getByRole('button', { name: 'Attach pictures' })).toHaveCount(0)
    await sams.send('We met at the lake. Is your boat still for sale?')
    await sams.message('We met at the lake').getByText('Sent').waitFor()
    await requestsButton(maras).getByText('1 message request').waitFor({ state: 'attached' })
    await requestsButton(phone).waitFor()
    await expect(maras.page.getByRole('banner').getByRole('link', { name: 'Inbox', exact: true })).toBeVisible()
    await expect(maras.rows).toHaveCount(0)
    await expect(maras.page.getByText('Sam sent you a message')).toHaveCount(0)
  })

  test('is read without a sign, and not to be answered before it is accepted', async () => {
    await requestsButton(maras).click()
    await maras.rows.getByRole('link', { name: 'Sam Boyd' }).click()
    await maras.message('We met at the lake').waitFor()
    await bar(maras).getByText('Sam Boyd would like to message you').waitFor()
    await expect(maras.field).toHaveCount(0)
    await sams.send('It is the green one.')
    await maras.message('It is the green one.').waitFor()
    await sams.page.reload()
    await sams.message('It is the green one.').getByText('Sent').waitFor()
    await expect(sams.presence('Active now')).toHaveCount(0)
  })

  test('becomes a conversation when it is accepted offline, on all devices', async () => {
    await maras.page.context().setOffline(true)
    await bar(maras).getByRole('button', { name: 'Accept' }).click()
    await maras.field.waitFor()
    await maras.page.context().setOffline(false)
    await phone.rows.getByRole('link', { name: 'Sam Boyd' }).waitFor()
    await expect(requestsButton(phone)).toHaveCount(0)
    await sams.page.getByRole('button', { name: 'Attach pictures' }).waitFor()
    await maras.send('It is. Come by on Sunday.')
    await sams.message('Come by on Sunday.').waitFor()
    await sams.send('I will.')
    await maras.message('I will.').waitFor()
  })

  test('is declined in silence, and does not come back', async () => {
    const countRequests = async () =>
      (await calls.call<{ requests: object[] }>('/messages/requests', { by: mara })).requests.length
    await calls.sendMessage(tove, mara, 'Buy my ladder')
    expect(await countRequests()).toBe(1)
    await requestsButton(phone).click()
    await phone.rows.getByRole('link', { name: 'Tove Lund' }).click()
    await bar(phone).getByRole('button', { name: 'Decline' }).click()
    await phone.page.getByRole('button', { name: 'Back to the inbox' }).click()
    await phone.rows.getByRole('link', { name: 'Sam Boyd' }).waitFor()
    await expect(requestsButton(phone)).toHaveCount(0)
    await expect.poll(countRequests).toBe(0)
    await calls.sendMessage(tove, mara, 'It is a good ladder')
    expect(await countRequests()).toBe(0)
    await toves.page.goto(`/chat/${mara.account.username}`)
    await toves.message('It is a good ladder').getByText('Sent').waitFor()
  })

  test('shows a third member nothing', async () => {
    const received = tovesFrames.events.join()
    for (const secret of ['the lake', 'the green one', sam._id]) expect(received).not.toContain(secret)
    await expect(calls.call(`/messages/requests/${sam._id}`, { by: tove, body: { accept: true } })).rejects.toThrow(
      '404',
    )
  })

  test('shows no error and violates no security policy', () => {
    const problems = windows.flatMap((window) => window.problems)
    expect(problems.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  })
})
