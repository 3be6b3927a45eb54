import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { aPerson } from '@meadow/testing/accounts'
import { createCalls } from '@meadow/testing/api-client'
import { drawPicture } from '@meadow/testing/sample-pictures'
import { callerOn, keepToThemselves } from './src/company.ts'
import { atHome, comment, fillSignUp, like, postWith, publish, signUp, untilShown } from './src/members.ts'
import { openProduct, type Product } from './src/product.ts'
import type { Window } from './src/window.ts'

/** No other test has members of these names, who would be suggested, too. */
const ria = aPerson('Ria Fenn')
const tom = aPerson('Tom Ashe')
const TEXT = 'The first warm evening of the year.'
const ALT = 'A hill under a low sun'

describe('two members in two windows', () => {
  let product: Product
  let rias: Window
  let toms: Window

  beforeAll(async () => {
    product = await openProduct()
    rias = await product.open()
    toms = await product.open()
  })
  afterAll(async () => product?.[Symbol.asyncDispose]())

  it('signs up with a checklist that follows the password', async () => {
    const { page } = rias
    await page.goto('/')
    await page.getByRole('link', { name: 'Sign up' }).click()
    const checklist = page.getByRole('list', { name: 'What makes a good password' })
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
    await atHome(page)
  })

  it('follows a member who is suggested', async () => {
    const { page } = toms
    await signUp(page, tom)
    const calls = createCalls(product.stack.url)
    const [her, him] = [await callerOn(rias.page), await callerOn(page)]
    const followed = await keepToThemselves(calls, her, him)
    for (const by of followed) await calls.follow(by, her) // so that she is suggested before anybody else
    const follow = page.getByRole('button', { name: `Follow ${ria.fullName}` })
    await untilShown(page, follow)
    await follow.click()
    await page.getByRole('button', { name: `Following ${ria.fullName}` }).waitFor()
  })

  it('publishes a post with a picture, which the follower sees', async () => {
    await publish(rias.page, TEXT, { file: await drawPicture(), alt: ALT })
    await postWith(rias.page, TEXT).getByRole('img', { name: ALT }).waitFor()
    await toms.page.reload()
    const post = postWith(toms.page, TEXT)
    await untilShown(toms.page, post)
    const image = post.getByRole('img', { name: ALT })
    await image.scrollIntoViewIfNeeded()
    await toms.page.waitForFunction(
      (alt) => document.querySelector<HTMLImageElement>(`img[alt="${alt}"]`)?.naturalWidth,
      ALT,
    )
  })

  it('likes and comments, which the author sees', async () => {
    const post = postWith(toms.page, TEXT)
    await like(toms.page, post)
    await comment(toms.page, post, 'I can almost smell it.')
    await rias.page.reload()
    const own = postWith(rias.page, TEXT)
    await own.getByText('1 like', { exact: true }).waitFor()
    await own.getByText('1 comment', { exact: true }).waitFor()
    await own.getByText('I can almost smell it.').waitFor()
  })

  it('shows no error in either window and breaks no security policy', () => {
    expect([...rias.problems, ...toms.problems]).toEqual([])
  })
})
