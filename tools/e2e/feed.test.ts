import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createUniqueAccount } from '@meadow/testing/accounts'
import { createApiClient } from '@meadow/testing/api-client'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import { openProduct, type Product } from './src/open-product.ts'
import type { BrowserWindow } from './src/pages/browser-window.ts'
import {
  comment,
  fillSignUp,
  findPost,
  like,
  publish,
  reloadUntilVisible,
  signUp,
  waitForHome,
} from './src/pages/member-actions.ts'
import { followSilentMembers, readSignedInMember } from './src/silent-members.ts'

/** Unique names: members of other tests would be suggested, too. */
const ria = createUniqueAccount('Ria Fenn')
const tom = createUniqueAccount('Tom Ashe')
const TEXT = 'The first warm evening of the year.'
const ALT = 'A hill under a low sun'

describe('two members in two windows', () => {
  let product: Product
  let rias: BrowserWindow
  let toms: BrowserWindow

  beforeAll(async () => {
    product = await openProduct()
    rias = await product.open()
    toms = await product.open()
  })
  afterAll(async () => product?.[Symbol.asyncDispose]())

  it('shows a password checklist during sign-up', async () => {
    const { page } = rias
    await page.goto('/')
    await page.getByRole('link', { name: 'Sign up' }).click()
    const checklist = page.getByRole('list', { name: 'Tips for a strong password' })
    await checklist.waitFor()
    expect(await checklist.getByRole('listitem').allTextContents()).toContain('One number, not met yet')
    await fillSignUp(page, ria)
    expect(await checklist.getByRole('listitem').allTextContents()).toEqual([
      'At least 6 characters, met',
      'One uppercase letter, met',
      'One lowercase letter, met',
      'One number, met',
    ])
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Welcome to Meadow!' }).waitFor()
    await page.getByRole('button', { name: 'Go to Home' }).click()
    await waitForHome(page)
  })

  it('follows a suggested member', async () => {
    const { page } = toms
    await signUp(page, tom)
    const calls = createApiClient(product.stack.url)
    const [her, him] = [await readSignedInMember(rias.page), await readSignedInMember(page)]
    const followed = await followSilentMembers(calls, her, him)
    for (const by of followed) await calls.follow(by, her) // so that she is suggested before anybody else
    const follow = page.getByRole('button', { name: `Follow ${ria.fullName}` })
    await reloadUntilVisible(page, follow)
    await follow.click()
    await page.getByRole('button', { name: `Following ${ria.fullName}` }).waitFor()
  })

  it('shows a new post with a picture to a follower', async () => {
    await publish(rias.page, TEXT, { file: await drawSamplePicture(), alt: ALT })
    await findPost(rias.page, TEXT).getByRole('img', { name: ALT }).waitFor()
    await toms.page.reload()
    const post = findPost(toms.page, TEXT)
    await reloadUntilVisible(toms.page, post)
    const image = post.getByRole('img', { name: ALT })
    await image.scrollIntoViewIfNeeded()
    await toms.page.waitForFunction(
      (alt) => document.querySelector<HTMLImageElement>(`img[alt="${alt}"]`)?.naturalWidth,
      ALT,
    )
  })

  it('shows likes and comments to the author', async () => {
    const post = findPost(toms.page, TEXT)
    await like(toms.page, post)
    await comment(toms.page, post, 'I can almost smell it.')
    await rias.page.reload()
    const own = findPost(rias.page, TEXT)
    await own.getByText('1 like', { exact: true }).waitFor()
    await own.getByText('1 comment', { exact: true }).waitFor()
    await own.getByText('I can almost smell it.').waitFor()
  })

  it('shows no error and violates no security policy', () => {
    expect([...rias.problems, ...toms.problems]).toEqual([])
  })
})
