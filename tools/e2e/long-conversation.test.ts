import { type ApiClient, type ApiMember, createApiClient } from '@meadow/testing/api-client'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import type { BrowserWindow } from './src/pages/browser-window.ts'
import { type ChatPage, createChatPage } from './src/pages/chat-page.ts'
import { routeSockets, type SocketRoute } from './src/pages/socket-route.ts'

const COUNT = 100
const UNREAD = 45
/** More messages than fit on the screen. */
const BEFORE = 30
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
/** Completely visible, except for a fraction of a pixel. */
const WHOLE = { ratio: 0.99 }
/** The largest movement, in pixels, that is not visible. */
const STILL_PX = 2

test.describe('a long conversation on the phone', () => {
  test.describe.configure({ mode: 'serial' })
  let calls: ApiClient
  let ada: ApiMember
  let ben: ApiMember
  let adas: BrowserWindow
  let chat: ChatPage
  let sockets: SocketRoute

  test.beforeAll(async ({ product }) => {
    calls = createApiClient(product.stack.url)
    ada = await calls.register('Ada Moss')
    ben = await calls.register('Ben Reed')
    await calls.makeMutualFollowers(ada, ben)
    for (let number = 1; number <= COUNT; number += 1) {
      const [by, to] = number % 3 === 0 ? [ada, ben] : [ben, ada]
      const id = await calls.sendMessage(by, to, textOf(number))
      if (number % 7 === 0) await calls.react(to, id, '👍')
      if (number % 11 === 0) await calls.sendMessage(to, by, `An answer to ${number}`, { replyTo: id })
    }
    adas = await product.openSignedIn(ada.account, PHONE)
    chat = createChatPage(adas.page)
    sockets = await routeSockets(adas.page.context())
    await adas.page.goto(`/chat/${ben.account.username}`)
  })
  test.afterAll(({ product }) => product.closeWindows())

  test('opens at the newest message', async () => {
    await expect(chat.message(textOf(COUNT))).toBeInViewport(WHOLE)
  })

  test('keeps the scroll position when older messages load', async () => {
    const hold = await holdOlderMessages(adas.page)
    for (const _page of [1, 2]) {
      const request = hold()
      await chat.log.evaluate((log) => {
        log.scrollTop = 30
      })
      await request.requested
      const anchor = await findFirstVisibleMessage(chat.log)
      const positions = recordPositions(chat.log, anchor)
      request.release()
      const [first = 0, ...rest] = await positions
      expect(rest.filter((position) => !(Math.abs(position - first) <= STILL_PX))).toEqual([])
    }
    await adas.page.unrouteAll()
  })

  test('opens the actions of a message on a long press and keeps them open', async () => {
    await scrollToEnd(chat)
    const touch = await adas.page.context().newCDPSession(adas.page)
    const box = await chat.message(textOf(COUNT)).getByText(textOf(COUNT)).boundingBox()
    if (!box) throw new Error('The message is not on the screen')
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
    const reply = adas.page.getByRole('menuitem', { name: 'Reply' })
    await reply.waitFor()
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await reply.tap()
    await adas.page.getByText(`Reply to ${ben.account.fullName}`).waitFor()
    await adas.page.getByRole('button', { name: 'Cancel reply' }).tap()
  })

  test('jumps to a search result far up and back to the newest message', async () => {
    await adas.page.reload()
    await expect(chat.message(textOf(COUNT))).toBeInViewport(WHOLE)
    await adas.page.getByRole('button', { name: 'Search messages' }).tap()
    await adas.page.getByLabel('Search in this chat').fill('number 5 of')
    await adas.page.getByRole('list', { name: 'Search results' }).getByText(textOf(5)).tap()
    await expect(chat.message(textOf(5))).toBeInViewport(WHOLE)
    await adas.page.getByRole('button', { name: 'Close search' }).tap()
    await adas.page.getByRole('button', { name: 'Jump to latest message' }).tap()
    await expect(chat.message(textOf(COUNT))).toBeInViewport(WHOLE)
    await adas.page.getByRole('button', { name: 'Jump to latest message' }).waitFor({ state: 'detached' })
  })

  test('shows a pill for a new message while scrolled up, which leads to it', async () => {
    await chat.log.evaluate((log) => {
      log.scrollTop = 200
    })
    await adas.page.getByRole('button', { name: 'Jump to latest message' }).waitFor()
    const anchor = await findFirstVisibleMessage(chat.log)
    await calls.sendMessage(ben, ada, 'Look at the moon')
    const pill = adas.page.getByRole('button', { name: 'New message', exact: true })
    await pill.waitFor()
    expect((await findFirstVisibleMessage(chat.log)).text).toBe(anchor.text)
    await pill.tap()
    await expect(chat.message('Look at the moon')).toBeInViewport(WHOLE)
    await pill.waitFor({ state: 'detached' })
  })

  test('stays at the end below pending messages while others arrive', async () => {
    const released = Promise.withResolvers<void>()
    sockets.routeTexts(({ send }) => void released.promise.then(send))
    await adas.page.route('**/api/messages', async (route) => {
      await released.promise // it is sent by the socket only if that is connected
      await route.continue()
    })
    await chat.send('Behind all of them')
    await expect(chat.message('Behind all of them')).toBeInViewport(WHOLE)
    for (let number = 1; number <= BEFORE; number += 1) await calls.sendMessage(ben, ada, `Before it, ${number}`)
    await chat.message(`Before it, ${BEFORE}`).waitFor()
    await expect(chat.message('Behind all of them')).toBeInViewport(WHOLE)
    released.resolve()
    await chat.message('Behind all of them').getByText('· Sending').waitFor({ state: 'detached' })
    await expect(chat.message('Behind all of them')).toBeInViewport(WHOLE)
    sockets.routeTexts(undefined)
    await adas.page.unrouteAll()
  })

  test('is marked as read when it is opened with many unread messages', async () => {
    const countUnread = () => calls.call('/messages/unread-count/total', { by: ada })
    await expect.poll(countUnread).toMatchObject({ count: 0 }) // messages that arrived while it was open
    await adas.page.goto('/home')
    const inbox = (unread: string) => adas.page.getByRole('link', { name: `Inbox${unread}`, exact: true })
    await inbox('').waitFor()
    for (let number = 1; number <= UNREAD; number += 1) await calls.sendMessage(ben, ada, `While away, ${number}`)
    await inbox(` ${UNREAD} unread messages`).tap()
    await chat.rows.getByRole('link', { name: ben.account.fullName }).tap()
    await expect(chat.message(`While away, ${UNREAD}`)).toBeInViewport(WHOLE)
    await adas.page.getByRole('link', { name: 'Back to Messages' }).tap()
    await inbox('').waitFor()
    expect(await countUnread()).toMatchObject({ count: 0 })
  })

  test('shows no error', () => {
    expect(adas.problems).toEqual([])
  })
})

/** Creates unique texts, some longer than a line. */
const textOf = (number: number) =>
  `This is number ${number} of them.${' There is more to say about it than fits into one line.'.repeat(number % 4)}`

type VisibleMessage = { text: string; top: number; height: number }

/** Finds the first message that is completely visible. */
const findFirstVisibleMessage = (log: Locator): Promise<VisibleMessage> =>
  log.evaluate((element) => {
    const { top } = element.getBoundingClientRect()
    const positionOf = (article: Element) => article.getBoundingClientRect().top - top
    const first = [...element.querySelectorAll('article')].find((article) => positionOf(article) >= 0)
    if (!first) throw new Error('No message is on the screen')
    return { text: first.textContent, top: positionOf(first), height: element.scrollHeight }
  })

/** Records the position of a message in each frame while older messages load. The first value is the initial one. */
const recordPositions = (log: Locator, anchor: VisibleMessage): Promise<number[]> =>
  log.evaluate(async (element, { text, top, height }) => {
    const positions = [top]
    for (let left = 20; left > 0; ) {
      await new Promise(requestAnimationFrame)
      await new Promise((resolve) => setTimeout(resolve)) // it is drawn
      const message = [...element.querySelectorAll('article')].find(({ textContent }) => textContent === text)
      const position = message && message.getBoundingClientRect().top - element.getBoundingClientRect().top
      positions.push(position ?? Number.NaN)
      if (element.scrollHeight > height + 500) left -= 1
    }
    return positions
  }, anchor)

/** Holds back the responses with older messages until they are released. */
async function holdOlderMessages(page: Page): Promise<() => { requested: Promise<void>; release: () => void }> {
  let requested = Promise.withResolvers<void>()
  let released = Promise.withResolvers<void>()
  await page.route(/\/api\/messages\/[^/]+\?.*before=/, async (route) => {
    requested.resolve()
    await released.promise
    await route.continue()
  })
  return () => {
    requested = Promise.withResolvers<void>()
    released = Promise.withResolvers<void>()
    return { requested: requested.promise, release: () => released.resolve() }
  }
}

const scrollToEnd = ({ log }: ChatPage) =>
  log.evaluate((element) => {
    element.scrollTop = element.scrollHeight
  })
