import { createUniqueAccount } from '@meadow/testing/accounts'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { findBarriers } from './src/pages/axe.ts'
import type { BrowserWindow } from './src/pages/browser-window.ts'
import { type ChatPage, createChatPage } from './src/pages/chat-page.ts'
import { follow, reloadUntilVisible } from './src/pages/member-actions.ts'

const ada = createUniqueAccount('Ada Wells')
const ben = createUniqueAccount('Ben Marsh')

/** Records until the timer shows a second or more, and returns the button that sends. */
async function record(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Record a voice message' }).click()
  await expect(page.getByRole('timer')).toHaveText(/^0:0[1-9]$/)
  return page.getByRole('button', { name: 'Send voice message' })
}

/** Returns the middle of the button that records. */
async function findMicrophone(page: Page): Promise<{ x: number; y: number }> {
  const box = await page.getByRole('button', { name: 'Record a voice message' }).boundingBox()
  if (!box) throw new Error('There is no button that records')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Holds the button that records by the mouse until the timer shows a second or more. Returns the place of the mouse. */
async function hold(page: Page): Promise<{ x: number; y: number }> {
  const place = await findMicrophone(page)
  await page.mouse.move(place.x, place.y)
  await page.mouse.down()
  await expect(page.getByRole('timer')).toHaveText(/^0:0[1-9]$/)
  return place
}

const voices = ({ log }: ChatPage) =>
  log.getByRole('article').filter({ has: log.page().getByRole('slider', { name: 'Position in the voice message' }) })

/** Records what every player of the page does, because it is not part of the document. */
const recordPlayers = (page: Page) =>
  page.addInitScript(() => {
    const players: HTMLAudioElement[] = []
    const construct = (target: typeof Audio) => {
      const player = new target()
      players.push(player)
      player.addEventListener('emptied', () => delete player.dataset['furthest'])
      player.addEventListener('timeupdate', () => {
        const { furthest = 0 } = player.dataset
        player.dataset['furthest'] = String(Math.max(Number(furthest), player.currentTime))
      })
      return player
    }
    Object.assign(window, { players, Audio: new Proxy(Audio, { construct }) })
  })

const readPlayer = (page: Page) =>
  page.evaluate(() => {
    const { players } = window as unknown as { players: HTMLAudioElement[] }
    const [player] = players
    return {
      count: players.length,
      furthest: Number(player?.dataset['furthest'] ?? 0), // a busy machine may see it only after its end
      isPlaying: player?.paused === false,
      rate: player?.playbackRate,
      source: player?.currentSrc ?? '',
      hasSource: player?.hasAttribute('src') === true,
    }
  })

test.describe('voice messages', () => {
  test.describe.configure({ mode: 'serial' })
  let windows: BrowserWindow[]
  let adas: ChatPage
  let bens: ChatPage

  test.beforeAll(async ({ product }) => {
    const [one, other] = [await product.openSignedUp(ada), await product.openSignedUp(ben)]
    await follow(one.page, ben)
    await follow(other.page, ada)
    windows = [one, other]
    for (const { page } of windows) await recordPlayers(page)
    adas = createChatPage(one.page)
    bens = createChatPage(other.page)
    await adas.page.goto(`/chat/${ben.username}`)
    await reloadUntilVisible(adas.page, adas.page.getByText('Say hello to'))
  })
  test.afterAll(({ product }) => product.closeWindows())

  test('are recorded, sent by one press, and played by the other member', async () => {
    await (await record(adas.page)).click()
    await expect(adas.page.getByRole('timer')).toHaveCount(0)
    await expect(voices(adas)).toHaveCount(1)
    await bens.page.goto(`/chat/${ada.username}`)
    const play = voices(bens).getByRole('button', { name: 'Play voice message' })
    await expect(voices(bens).getByText('Not played yet')).toHaveCount(1)
    await expect(adas.log.getByText('Played')).toHaveCount(0)
    await play.click()
    await expect(async () => expect((await readPlayer(bens.page)).furthest).toBeGreaterThan(0.3)).toPass()
    expect((await readPlayer(bens.page)).source).toMatch(/\/media\/c\/.*\.m4a\?/)
    const slider = voices(bens).getByRole('slider')
    await expect(slider).toHaveAttribute('aria-valuetext', /^0:0\d of 0:0[1-9]$/)
    await expect(play).toBeVisible() // at its end
    expect((await readPlayer(bens.page)).isPlaying).toBe(false)
    await expect(voices(bens).getByText('Not played yet')).toHaveCount(0)
    await expect(adas.log.getByText('Played')).toHaveCount(1)
  })

  test('are played at another speed, from any position, and the next one plays by itself', async () => {
    await (await record(adas.page)).click()
    await expect(voices(bens)).toHaveCount(2)
    const [first, second] = [voices(bens).nth(0), voices(bens).nth(1)]
    await expect(second.getByText('Not played yet')).toHaveCount(1)
    const { source } = await readPlayer(bens.page)
    await first.getByRole('button', { name: 'Speed: 1×' }).click()
    await first.getByRole('slider').focus()
    for (let presses = 0; presses < 10; presses++) await bens.page.keyboard.press('ArrowRight')
    await first.getByRole('button', { name: 'Play voice message' }).click()
    await expect(second.getByText('Not played yet')).toHaveCount(0)
    await expect(first.getByRole('button', { name: 'Play voice message' })).toBeVisible()
    await expect(async () => {
      const player = await readPlayer(bens.page)
      expect(player).toMatchObject({ count: 1, rate: 1.5 })
      expect(player.furthest).toBeGreaterThan(0)
      expect(player.source).not.toBe(source)
    }).toPass()
    await expect(adas.log.getByText('Played')).toHaveCount(2)
  })

  test('leave the player when they are deleted', async () => {
    expect((await readPlayer(bens.page)).hasSource).toBe(true)
    await adas.delete(voices(adas).nth(1))
    await expect(voices(bens)).toHaveCount(1)
    await expect.poll(async () => (await readPlayer(bens.page)).hasSource).toBe(false)
  })

  test('go on where the member left them, after a reload, too', async () => {
    const slider = voices(bens).nth(0).getByRole('slider')
    await slider.focus()
    for (let presses = 0; presses < 4; presses++) await bens.page.keyboard.press('ArrowRight')
    const position = await slider.inputValue()
    expect(Number(position)).toBeGreaterThan(0)
    await bens.page.reload()
    await expect(slider).toHaveValue(position)
  })

  test('have no axe violations, on a phone neither, while one records', async () => {
    await record(adas.page)
    for (const [width, height] of [
      [1280, 800],
      [360, 740],
    ] as const) {
      await adas.page.setViewportSize({ width, height })
      await expect(voices(adas).last()).toBeVisible()
      expect(await findBarriers(adas.page)).toEqual([])
      expect(await adas.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    await adas.page.getByRole('button', { name: 'Discard recording' }).click()
    await adas.page.setViewportSize({ width: 1280, height: 800 })
  })

  test('are discarded by the button and by Escape', async () => {
    await record(adas.page)
    await adas.page.getByRole('button', { name: 'Discard recording' }).click()
    await expect(adas.page.getByRole('button', { name: 'Record a voice message' })).toBeFocused()
    await record(adas.page)
    await adas.page.keyboard.press('Escape')
    await expect(adas.page.getByRole('timer')).toHaveCount(0)
    await expect(voices(adas)).toHaveCount(1)
  })

  test('are recorded as long as the button is held, and sent when it is released', async () => {
    const { page } = adas
    await hold(page)
    await page.mouse.up()
    await expect(page.getByRole('timer')).toHaveCount(0)
    await expect(voices(adas)).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Record a voice message' })).toBeFocused()
  })

  test('are discarded by a slide to the beginning of the line, also from right to left', async () => {
    const { page } = adas
    for (const [direction, dx] of [
      ['ltr', -120],
      ['rtl', 120],
    ] as const) {
      await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction)
      const { x, y } = await hold(page)
      await page.mouse.move(x - dx / 2, y)
      await expect(page.getByRole('timer')).toBeVisible()
      await page.mouse.move(x + dx, y, { steps: 4 })
      await expect(page.getByRole('timer')).toHaveCount(0)
      await page.mouse.up()
    }
    await page.evaluate(() => document.documentElement.removeAttribute('dir'))
    await expect(voices(adas)).toHaveCount(2)
  })

  test('go on without the finger after a slide upwards, on a narrow screen, too', async () => {
    const { page } = adas
    await page.setViewportSize({ width: 320, height: 640 })
    const touch = await page.context().newCDPSession(page)
    const { x, y } = await findMicrophone(page)
    const at = (y: number) => ({ touchPoints: [{ x, y }] })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(y) })
    await expect(page.getByText('Slide up to lock')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    for (const moved of [20, 50, 90])
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(y - moved) })
    const send = page.getByRole('button', { name: 'Send voice message' })
    await expect(send).toBeVisible()
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect(page.getByRole('timer')).toHaveText(/^0:0[1-9]$/)
    await page.getByRole('button', { name: 'Discard recording' }).click()
    await expect(page.getByRole('timer')).toHaveCount(0)
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(voices(adas)).toHaveCount(2)
  })

  test('wait for the network, and survive a reload', async () => {
    const call = '**/api/messages/voice'
    await adas.page.route(call, (route) => route.abort('internetdisconnected'))
    await (await record(adas.page)).click()
    await expect(voices(adas)).toHaveCount(3)
    await adas.page.reload()
    await expect(voices(adas)).toHaveCount(3)
    await adas.page.unroute(call)
    await adas.page.reload()
    await expect(voices(bens)).toHaveCount(3)
    await bens.page.goto('/inbox')
    await expect(bens.page.getByText('Voice message').first()).toBeVisible()
  })

  test('need the microphone: who has refused it learns how to allow it', async () => {
    await adas.page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))
    })
    await adas.page.getByRole('button', { name: 'Record a voice message' }).click()
    await expect(adas.page.getByRole('alert')).toContainText('Allow it in the site settings')
    await adas.page.getByRole('button', { name: 'Close' }).click()
    await expect(adas.page.getByRole('alert')).toHaveCount(0)
  })

  test('shows no error and violates no security policy', () => {
    const problems = windows.flatMap((window) => window.problems)
    expect(problems.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  })
})
