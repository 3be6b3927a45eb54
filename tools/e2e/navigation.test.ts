import { createUniqueAccount } from '@meadow/testing/accounts'
import { createApiClient } from '@meadow/testing/api-client'
import type { Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { findPost, reloadUntilVisible, waitForHome } from './src/pages/member-actions.ts'
import { readSignedInMember } from './src/silent-members.ts'

test.describe('navigation on a desktop', () => {
  test.describe.configure({ mode: 'serial' })
  const ada = createUniqueAccount('Ada Rowan')
  const TEXT = `A long walk along the river with ${ada.username}.`
  let page: Page

  test.beforeAll(async ({ product }) => {
    const { call, register } = createApiClient(product.stack.url)
    const by = await register(ada)
    for (let count = 0; count < 8; count++) await call('/posts', { by, body: { content: `${count}. ${TEXT}` } })
    ;({ page } = await product.openSignedIn(ada))
  })
  test.afterAll(({ product }) => product.closeWindows())

  test('keeps the elements of the bar and both columns on every page', async () => {
    const frame = {
      bar: page.getByRole('banner'),
      left: page.getByRole('complementary', { name: 'You' }),
      right: page.getByRole('complementary', { name: 'Suggestions' }),
    }
    for (const [name, part] of Object.entries(frame)) await part.evaluate((element, mark) => (element.id = mark), name)
    const expectSameFrame = async (hasColumns: boolean) => {
      for (const [name, part] of Object.entries(frame))
        if (hasColumns || name === 'bar') await expect(part).toHaveAttribute('id', name)
      await expect(page.locator('#left, #right')).toHaveCount(2)
    }
    for (const { link, heading, hasColumns } of [
      { link: 'Alerts', heading: 'Notifications', hasColumns: true },
      { link: 'Friends', heading: 'Find Friends', hasColumns: true },
      { link: 'Inbox', heading: 'Messages', hasColumns: false },
      { link: 'Me', heading: ada.fullName, hasColumns: true },
      { link: 'Settings', heading: 'Account', hasColumns: false },
      { link: 'Home', heading: /^Good /, hasColumns: true },
    ]) {
      await frame.bar.getByRole('link', { name: new RegExp(`^${link}\\b`) }).click()
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      await expectSameFrame(hasColumns)
    }
    await findPost(page, `7. ${TEXT}`)
      .getByRole('link')
      .filter({ has: page.getByRole('time') })
      .click()
    await page.waitForURL('**/post/*')
    await expectSameFrame(true)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: /^Good / }).waitFor()
    await expectSameFrame(true)
  })

  test('keeps the middle column in its place', async () => {
    const readLeft = async () => (await page.getByRole('main').boundingBox())?.x
    const left = await readLeft()
    for (const [link, path] of [
      ['Alerts', 'alert'],
      ['Friends', 'friends'],
      ['Me', 'profile'],
      ['Settings', 'settings'],
      ['Home', 'home'],
    ] as const) {
      await page
        .getByRole('banner')
        .getByRole('link', { name: new RegExp(`^${link}\\b`) })
        .click()
      await page.waitForURL(`**/${path}**`)
      await expect.poll(readLeft).toBe(left)
    }
  })

  test('returns to the scroll position', async () => {
    const post = findPost(page, `7. ${TEXT}`)
    await post.waitFor()
    const readTop = () => post.evaluate((element) => Math.round(element.getBoundingClientRect().top))
    const scroll = () => {
      scrollTo(0, 300) // again while the page is still too short, or its rows move
      return scrollY
    }
    await expect.poll(() => page.evaluate(scroll)).toBe(300)
    const top = await readTop()
    // `click()` may scroll the page before it clicks.
    await page.getByRole('banner').getByRole('link', { name: 'Friends' }).dispatchEvent('click')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect.poll(readTop).toBe(top) // not scrollY: rows above that have changed since move it
  })
})

test.describe('navigation on a phone', () => {
  test.afterAll(({ product }) => product.closeWindows())

  test('keeps the elements of both bars on every page', async ({ product }) => {
    const { page } = await product.openSignedUp(createUniqueAccount('Ida Reed'))
    await page.setViewportSize({ width: 390, height: 844 })
    const bars = { top: page.getByRole('banner'), bottom: page.getByRole('navigation', { name: 'Main' }) }
    for (const [name, bar] of Object.entries(bars)) await bar.evaluate((element, mark) => (element.id = mark), name)
    for (const [link, path] of [
      ['Alerts', 'alert'],
      ['Friends', 'friends'],
      ['Inbox', 'inbox'],
      ['Me', 'profile'],
      ['Home', 'home'],
    ] as const) {
      await bars.bottom.getByRole('link', { name: new RegExp(`^${link}\\b`) }).click()
      await page.waitForURL(`**/${path}**`)
      for (const [name, bar] of Object.entries(bars)) await expect(bar).toHaveAttribute('id', name)
    }
  })
})

test.describe('the first paint after a reload', () => {
  test.afterAll(({ product }) => product.closeWindows())

  test('has the last known badges and counts, before any response', async ({ product }) => {
    const eva = createUniqueAccount('Eva Lind')
    const { page } = await product.openSignedUp(eva)
    const { register, follow } = createApiClient(product.stack.url)
    await follow(await register('Nils Holm'), await readSignedInMember(page))
    const badge = page.getByRole('banner').getByRole('link', { name: 'Alerts 1 new notification' })
    const followers = page.getByRole('complementary', { name: 'You' }).locator('div', { hasText: /^Follower1$/ })
    await badge.waitFor()
    await reloadUntilVisible(page, followers)
    await badge.waitFor()

    await page.route(/\/api\/(posts\/notifications\/unread-count|messages\/unread-count|auth\/profile)/, () => {})
    await page.reload()
    await badge.waitFor()
    await expect(page).toHaveTitle(/^\(1\)/)
    await followers.waitFor()
  })
})

test.describe('the first page', () => {
  test.afterAll(({ product }) => product.closeWindows())

  for (const [path, remote] of [
    ['/home', 'feed'],
    ['/inbox', 'chat'],
    ['/friends', 'profile'],
  ] as const)
    test(`${path} loads the code of its remote before the shell runs`, async ({ product }) => {
      const { page } = await product.openSignedUp(createUniqueAccount('Ivo Brook'))
      const code = page.waitForRequest(new RegExp(`/mf/${remote}/js/expose_remote\\.`))
      await page.route('**/js/main.*.js', async (route) => {
        await code
        await route.continue()
      })
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    })
})

test.describe('the next page', () => {
  let page: Page
  const findLink = (name: string) => page.getByRole('banner').getByRole('link', { name: new RegExp(`^${name}\\b`) })

  test.beforeEach(async ({ product }) => {
    ;({ page } = await product.openSignedUp(createUniqueAccount('Uma Vale')))
    // A socket that connects during a test refetches lists.
    await page.routeWebSocket(/\/socket\.io\//, () => {})
    await page.route(/\/socket\.io\//, () => {})
    await page.reload()
    await waitForHome(page)
  })
  test.afterEach(({ product }) => product.closeWindows())

  for (const { name, call, heading } of [
    { name: 'Alerts', call: /\/api\/posts\/notifications\?/, heading: 'Notifications' },
    { name: 'Friends', call: /\/api\/auth\/users\?/, heading: 'Find Friends' },
    { name: 'Inbox', call: /\/api\/messages\/conversations\?/, heading: 'Messages' },
  ])
    test(`is loaded when its link is pressed: ${name}`, async () => {
      const calls: string[] = []
      page.on('request', (request) => call.test(request.url()) && calls.push(request.url()))
      const response = page.waitForResponse(call)
      await findLink(name).hover({ trial: true })
      await findLink(name).dispatchEvent('pointerdown', { button: 0, pointerType: 'touch' })
      await (await response).finished()
      expect(calls).toHaveLength(1)
      await findLink(name).click()
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
      expect(calls).toHaveLength(1)
    })

  test('shows its skeleton 150 ms after the click, and is never blank', async () => {
    await page.route(/\/api\/auth\/users\?/, () => {})
    await page.evaluate(() => {
      const record = { clickedAt: 0, skeletonAt: 0, emptyFrames: 0 }
      Object.assign(globalThis, { record })
      document.addEventListener('click', () => (record.clickedAt ||= performance.now()), { capture: true })
      const observe = () => {
        const main = document.querySelector('main')
        if (!main?.firstElementChild) record.emptyFrames += 1
        if (main?.querySelector('h1')?.textContent === 'Find Friends') record.skeletonAt ||= performance.now()
      }
      new MutationObserver(observe).observe(document.body, { childList: true, subtree: true })
    })
    await findLink('Friends').dispatchEvent('click')
    await page.getByRole('heading', { level: 1, name: 'Find Friends' }).waitFor()
    const { clickedAt, skeletonAt, emptyFrames } = await page.evaluate(
      () => (globalThis as unknown as { record: Record<string, number> }).record as Record<string, number>,
    )
    expect((skeletonAt ?? 0) - (clickedAt ?? 0)).toBeGreaterThanOrEqual(145)
    expect(emptyFrames).toBe(0)
  })

  test('fades in, but not for people who prefer reduced motion', async () => {
    await page.evaluate(() => {
      const start = document.startViewTransition.bind(document)
      const record = { transitions: 0 }
      Object.assign(globalThis, { record })
      document.startViewTransition = (update) => {
        record.transitions += 1
        return start(update)
      }
    })
    const countTransitions = () =>
      page.evaluate(() => (globalThis as unknown as { record: { transitions: number } }).record.transitions)
    await findLink('Friends').click()
    await page.getByRole('heading', { level: 1, name: 'Find Friends' }).waitFor()
    expect(await countTransitions()).toBe(1)
    await expect(page.locator('[data-page-transition]')).toHaveCount(0)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await findLink('Alerts').click()
    await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
    expect(await countTransitions()).toBe(1)
  })

  test('has the focus on its heading, and its own title, which is announced', async () => {
    const titles = new Set([await page.title()])
    const announcement = page.locator('[data-page-announcer]')
    await expect(announcement).toBeEmpty()
    const expectArrival = async (name: string | RegExp) => {
      const heading = page.getByRole('heading', { level: 1, name })
      await expect(heading).toBeFocused()
      await expect(announcement).not.toBeEmpty()
      await expect(page).toHaveTitle(`${await announcement.textContent()} · Meadow`)
    }
    for (const [link, heading] of [
      ['Alerts', 'Notifications'],
      ['Friends', 'Find Friends'],
      ['Inbox', 'Messages'],
      ['Me', 'Uma Vale'],
      ['Settings', 'Account'],
    ] as const) {
      await findLink(link).click()
      await expectArrival(heading)
      titles.add(await page.title())
    }
    expect(titles.size).toBe(6)
    await page.goBack()
    await expectArrival('Uma Vale')
    await page.goForward()
    await expectArrival('Account')
  })
})
