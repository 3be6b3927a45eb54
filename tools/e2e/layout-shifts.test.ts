import { createUniqueAccount } from '@meadow/testing/accounts'
import { type ApiMember, createApiClient } from '@meadow/testing/api-client'
import type { Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { paintBeforeResponses, readLayoutShifts, recordLayoutShifts } from './src/pages/layout-shifts.ts'
import { followSilentMembers } from './src/silent-members.ts'

const PHONE = { viewport: { width: 412, height: 823 }, hasTouch: true, isMobile: true }
const MAX_SHIFT = 0.02

const inMain = (page: Page) => page.getByRole('main')

/** The text or element that each screen has when it is complete. */
const SCREENS = [
  { path: '/home', find: (page: Page) => page.getByRole('article').first() },
  { path: '/alert', find: (page: Page) => inMain(page).getByRole('listitem').first() },
  { path: '/inbox', find: (page: Page) => inMain(page).getByRole('listitem').first() },
  { path: '/chat/:partner', find: (page: Page) => page.getByRole('article').first() },
  { path: '/profile/:partner', find: (page: Page) => inMain(page).getByRole('article').first() },
  { path: '/friends', find: (page: Page) => inMain(page).getByRole('listitem').first() },
  { path: '/settings/account', find: (page: Page) => page.getByLabel('Current password') },
  {
    path: '/settings/notifications',
    find: (page: Page) => page.getByRole('switch', { name: 'Quiet hours' }),
    findBelow: (page: Page) => page.getByRole('region', { name: 'Push check' }).getByRole('listitem').last(),
  },
  { path: '/settings/appearance', find: (page: Page) => page.getByRole('switch', { name: 'Keyboard shortcuts' }) },
  { path: '/settings/devices', find: (page: Page) => page.getByText('This device') },
]

let reader: ApiMember
let partner: ApiMember

test.beforeAll(async ({ product }) => {
  const { register, call, makeMutualFollowers, sendMessage } = createApiClient(product.stack.url)
  reader = await register(createUniqueAccount('Rita Reader'))
  partner = await register(createUniqueAccount('Will Writer'))
  await followSilentMembers(createApiClient(product.stack.url), reader)
  await makeMutualFollowers(reader, partner)
  await call('/posts', { by: partner, body: { content: 'The starlings are louder this year.', pictures: [] } })
  await sendMessage(partner, reader, 'See you at the choir on Thursday, and bring the biscuits.')
})
test.afterAll(({ product }) => product.closeWindows())

for (const { path, find, findBelow = find } of SCREENS) {
  test(`${path} does not move while it loads on a phone`, async ({ product }) => {
    const { page } = await product.openSignedIn(reader.account, PHONE)
    await recordLayoutShifts(page)
    await paintBeforeResponses(page)
    await page.goto(path.replace(':partner', partner.account.username))
    await expect(find(page)).toBeVisible()
    await expect(findBelow(page)).toBeVisible()
    const shifts = await readLayoutShifts(page)
    const sum = shifts.reduce((total, { value }) => total + value, 0)
    expect(sum, JSON.stringify(shifts, undefined, 1)).toBeLessThanOrEqual(MAX_SHIFT)
  })
}
