import { createUniqueAccount } from '@meadow/testing/accounts'
import { createApiClient } from '@meadow/testing/api-client'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import { expect, test } from './src/fixtures.ts'
import type { BrowserWindow } from './src/pages/browser-window.ts'
import {
  comment,
  fillSignUp,
  findPost,
  like,
  publish,
  reloadUntilVisible,
  waitForHome,
} from './src/pages/member-actions.ts'
import { followSilentMembers, readSignedInMember } from './src/silent-members.ts'

/** Unique names: members of other tests would be suggested, too. */
const ria = createUniqueAccount('Ria Fenn')
const tom = createUniqueAccount('Tom Ashe')
const TEXT = 'The first warm evening of the year.'
const LIKE_COLOR = 'oklch(0.575 0.2 15)'
const ALT = 'A hill under a low sun'

test.describe('two members in two windows', () => {
  test.describe.configure({ mode: 'serial' })
  let rias: BrowserWindow
  let toms: BrowserWindow

  test.beforeAll(async ({ product }) => {
    rias = await product.open()
  })
  test.afterAll(({ product }) => product.closeWindows())

  test('signs up through the form', async () => {
    const { page } = rias
    await page.goto('/')
    await page.getByRole('link', { name: 'Sign up' }).click()
    await fillSignUp(page, ria)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Welcome to Meadow!' }).waitFor()
    await page.getByRole('button', { name: 'Go to Home' }).click()
    await waitForHome(page)
  })

  test('follows a suggested member', async ({ product }) => {
    toms = await product.openSignedUp(tom)
    const { page } = toms
    const calls = createApiClient(product.stack.url)
    const [her, him] = [await readSignedInMember(rias.page), await readSignedInMember(page)]
    const followed = await followSilentMembers(calls, her, him)
    for (const by of followed) await calls.follow(by, her) // so that she is suggested before anybody else
    const follow = page.getByRole('button', { name: `Follow ${ria.fullName}` })
    await reloadUntilVisible(page, follow)
    await follow.click()
    await page.getByRole('button', { name: `Following ${ria.fullName}` }).waitFor()
  })

  test('shows a new post with a picture to a follower', async () => {
    await publish(rias.page, TEXT, { file: await drawSamplePicture(), alt: ALT })
    await findPost(rias.page, TEXT).getByRole('img', { name: ALT }).waitFor()
    await toms.page.reload()
    const post = findPost(toms.page, TEXT)
    await reloadUntilVisible(toms.page, post)
    await post.getByRole('img', { name: ALT }).scrollIntoViewIfNeeded()
    await toms.page.waitForFunction(
      (alt) => document.querySelector<HTMLImageElement>(`img[alt="${alt}"]`)?.naturalWidth,
      ALT,
    )
  })

  test('shows likes and comments to the author', async () => {
    const post = findPost(toms.page, TEXT)
    await like(toms.page, post)
    const heart = post.getByRole('button', { name: 'Like', exact: true })
    await heart.hover()
    await expect(heart).toHaveCSS('color', LIKE_COLOR) // also below the pointer
    await comment(toms.page, post, 'I can almost smell it.')
    await rias.page.reload()
    const own = findPost(rias.page, TEXT)
    await own.getByText('1 like', { exact: true }).waitFor()
    await own.getByText('1 comment', { exact: true }).waitFor()
    await own.getByText('I can almost smell it.').waitFor()
  })

  test('shows no error and violates no security policy', () => {
    expect([...rias.problems, ...toms.problems]).toEqual([])
  })
})
