import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createCalls } from './src/calls.ts'
import { callerOn, keepToThemselves } from './src/company.ts'
import { aPerson, atHome, comment, fillSignUp, like, postWith, publish, signUp, untilShown } from './src/members.ts'
import { drawPicture } from './src/picture.ts'
import { openProduct, type Product } from './src/product.ts'
import type { Window } from './src/window.ts'

const ada = aPerson('Ada Moss')
const ben = aPerson('Ben Reed')
const TEXT = 'The first warm evening of the year.'
const ALT = 'A hill under a low sun'

describe('two members in two windows', () => {
  let product: Product
  let adas: Window
  let bens: Window

  beforeAll(async () => {
    product = await openProduct()
    adas = await product.open()
    bens = await product.open()
  })
  afterAll(async () => product?.[Symbol.asyncDispose]())

  it('signs up with a checklist that follows the password', async () => {
    const { page } = adas
    await page.goto('/')
    await page.getByRole('link', { name: 'Sign up' }).click()
    const checklist = page.getByRole('list', { name: 'What makes a good password' })
    await checklist.waitFor()
    expect(await checklist.getByRole('listitem').allTextContents()).toContain('One number, not met yet')
    await fillSignUp(page, ada)
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
    const { page } = bens
    await signUp(page, ben)
    const calls = createCalls(product.stack.url)
    const [her, him] = [await callerOn(adas.page), await callerOn(page)]
    const followed = await keepToThemselves(calls, her, him)
    for (const by of followed) await calls.follow(by, her) // so that she is suggested before anybody else
    const follow = page.getByRole('button', { name: `Follow ${ada.fullName}` })
    await untilShown(page, follow)
    await follow.click()
    await page.getByRole('button', { name: `Following ${ada.fullName}` }).waitFor()
  })

  it('publishes a post with a picture, which the follower sees', async () => {
    await publish(adas.page, TEXT, { file: await drawPicture(), alt: ALT })
    await postWith(adas.page, TEXT).getByRole('img', { name: ALT }).waitFor()
    await bens.page.reload()
    const post = postWith(bens.page, TEXT)
    await untilShown(bens.page, post)
    const image = post.getByRole('img', { name: ALT })
    await image.scrollIntoViewIfNeeded()
    await bens.page.waitForFunction(
      (alt) => document.querySelector<HTMLImageElement>(`img[alt="${alt}"]`)?.naturalWidth,
      ALT,
    )
  })

  it('likes and comments, which the author sees', async () => {
    const post = postWith(bens.page, TEXT)
    await like(bens.page, post)
    await comment(bens.page, post, 'I can almost smell it.')
    await adas.page.reload()
    const own = postWith(adas.page, TEXT)
    await own.getByText('1 like', { exact: true }).waitFor()
    await own.getByText('1 comment', { exact: true }).waitFor()
    await own.getByText('I can almost smell it.').waitFor()
  })

  it('shows no error in either window and breaks no security policy', () => {
    expect([...adas.problems, ...bens.problems]).toEqual([])
  })
})
