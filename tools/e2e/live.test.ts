import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { aPerson } from '@meadow/testing/accounts'
import { createCalls } from '@meadow/testing/api-client'
import { callerOn, keepToThemselves } from './src/company.ts'
import { atHome, comment, like, postWith, publish, untilShown } from './src/members.ts'
import { openProduct, type Product } from './src/product.ts'
import { SIZES } from './src/variants.ts'
import type { Window } from './src/window.ts'

const ida = aPerson('Ida Lark')
const per = aPerson('Per Holm')
const TEXT = 'The swifts are back.'

describe('two members, each of whom sees at once what the other does', () => {
  let product: Product
  let idas: Window
  let pers: Window
  let loads = 0

  beforeAll(async () => {
    product = await openProduct()
    idas = await product.openNew(ida)
    pers = await product.openNew(per)
    await keepToThemselves(createCalls(product.stack.url), await callerOn(idas.page), await callerOn(pers.page))
    await pers.page.goto(`/profile/${ida.username}`)
    await untilShown(pers.page, followIda())
    for (const { page } of [idas, pers]) page.on('load', () => loads++)
  })
  afterAll(async () => product?.[Symbol.asyncDispose]())

  const followIda = () => pers.page.getByRole('main').getByRole('button', { name: `Follow ${ida.fullName}` })
  const bar = ({ page }: Window) => page.getByRole('banner')

  it('tells of a new follower, who is followed back from the alert', async () => {
    await followIda().click()
    await bar(idas).getByRole('link', { name: 'Alerts 1 unread notification' }).click()
    const alert = idas.page.getByRole('listitem').filter({ hasText: 'Per started following you' })
    await alert.getByRole('button', { name: `Follow back ${per.fullName}` }).click()
    await alert.getByRole('button', { name: `Following ${per.fullName}` }).waitFor()
    await bar(pers).getByRole('link', { name: 'Alerts 1 unread notification' }).waitFor()
    await bar(pers).getByRole('link', { name: 'Home', exact: true }).click()
    await atHome(pers.page)
    expect(await pers.page.title()).toBe('(1) Home · Meadow')
  })

  it('lets an alert arrive on the open page, and its reading on the other device', async () => {
    const phone = await product.openFor(per, { viewport: SIZES.small })
    await phone.page.getByRole('link', { name: 'Alerts 1 unread notification' }).click()
    await phone.page.getByRole('button', { name: 'Mark as read' }).click()
    await phone.page.getByText('All caught up!', { exact: true }).waitFor()
    await bar(pers).getByRole('link', { name: 'Alerts', exact: true }).waitFor()
    expect(phone.problems).toEqual([])
    await phone.page.context().close()
  })

  it('keeps a new post behind a pill until it is wanted', async () => {
    await bar(idas).getByRole('link', { name: 'Home', exact: true }).click()
    await atHome(idas.page)
    await publish(idas.page, TEXT)
    await pers.page.getByRole('button', { name: /1 new post/ }).click()
    await postWith(pers.page, TEXT).waitFor()
  })

  it('moves likes and comments where the post is shown', async () => {
    await like(pers.page, postWith(pers.page, TEXT))
    await comment(pers.page, postWith(pers.page, TEXT), 'All of them? I counted four.')
    const own = postWith(idas.page, TEXT)
    await own.getByText('1 like', { exact: true }).waitFor()
    await own.getByText('1 comment', { exact: true }).waitFor()
    await own.getByText('I counted four.').waitFor()
    await bar(idas).getByRole('link', { name: 'Alerts 3 unread notifications' }).waitFor() // the follow is one
  })

  it('takes a deleted post away, and the alerts about it', async () => {
    const own = postWith(idas.page, TEXT)
    await own.getByRole('button', { name: 'More', exact: true }).click()
    await idas.page.getByRole('menuitem', { name: 'Delete post' }).click()
    await idas.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await postWith(pers.page, TEXT).waitFor({ state: 'hidden' })
    await bar(idas).getByRole('link', { name: 'Alerts 1 unread notification' }).waitFor()
  })

  it('signs out at once where the session was ended from elsewhere', async () => {
    const lost = await product.openFor(ida)
    await bar(idas).getByRole('link', { name: 'Settings' }).click()
    await idas.page.getByRole('link', { name: 'Devices' }).click()
    await idas.page
      .getByRole('main')
      .getByRole('button', { name: /^Sign out Chrom/ })
      .click()
    await lost.page.getByText('Your session has ended. Please sign in again.').waitFor()
    await idas.page.getByText('This device').waitFor()
  })

  it('never loads a page again, shows no error and breaks no security policy', () => {
    expect({ loads, problems: [...idas.problems, ...pers.problems] }).toEqual({ loads: 0, problems: [] })
  })
})
