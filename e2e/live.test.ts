import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { aPerson, atHome, comment, like, postWith, publish, untilShown } from './src/members.ts'
import { openProduct, type Product } from './src/product.ts'
import { SIZES } from './src/variants.ts'
import type { Window } from './src/window.ts'

const ada = aPerson('Ada Moss')
const ben = aPerson('Ben Reed')
const TEXT = 'The swifts are back.'

describe('two members, each of whom sees at once what the other does', () => {
  let product: Product
  let adas: Window
  let bens: Window
  let loads = 0

  beforeAll(async () => {
    product = await openProduct()
    adas = await product.openNew(ada)
    bens = await product.openNew(ben)
    await untilShown(bens.page, bens.page.getByRole('button', { name: `Follow ${ada.fullName}` }))
    for (const { page } of [adas, bens]) page.on('load', () => loads++)
  })
  afterAll(async () => product?.[Symbol.asyncDispose]())

  const bar = ({ page }: Window) => page.getByRole('banner')

  it('tells of a new follower, who is followed back from the alert', async () => {
    await bens.page.getByRole('button', { name: `Follow ${ada.fullName}` }).click()
    await bar(adas).getByRole('link', { name: 'Alerts 1 unread notification' }).click()
    const alert = adas.page.getByRole('listitem').filter({ hasText: 'Ben started following you' })
    await alert.getByRole('button', { name: `Follow back ${ben.fullName}` }).click()
    await alert.getByRole('button', { name: `Following ${ben.fullName}` }).waitFor()
    await bar(bens).getByRole('link', { name: 'Alerts 1 unread notification' }).waitFor()
    expect(await bens.page.title()).toBe('(1) Home · Meadow')
  })

  it('lets an alert arrive on the open page, and its reading on the other device', async () => {
    const phone = await product.openFor(ben, { viewport: SIZES.small })
    await phone.page.getByRole('link', { name: 'Alerts 1 unread notification' }).click()
    await phone.page.getByRole('button', { name: 'Mark as read' }).click()
    await phone.page.getByText('All caught up!', { exact: true }).waitFor()
    await bar(bens).getByRole('link', { name: 'Alerts', exact: true }).waitFor()
    expect(phone.problems).toEqual([])
    await phone.page.context().close()
  })

  it('keeps a new post behind a pill until it is wanted', async () => {
    await bar(adas).getByRole('link', { name: 'Home', exact: true }).click()
    await atHome(adas.page)
    await publish(adas.page, TEXT)
    await bens.page.getByRole('button', { name: /1 new post/ }).click()
    await postWith(bens.page, TEXT).waitFor()
  })

  it('moves likes and comments where the post is shown', async () => {
    await like(bens.page, postWith(bens.page, TEXT))
    await comment(bens.page, postWith(bens.page, TEXT), 'All of them? I counted four.')
    const own = postWith(adas.page, TEXT)
    await own.getByText('1 like', { exact: true }).waitFor()
    await own.getByText('1 comment', { exact: true }).waitFor()
    await own.getByText('I counted four.').waitFor()
    await bar(adas).getByRole('link', { name: 'Alerts 3 unread notifications' }).waitFor() // the follow is one
  })

  it('takes a deleted post away, and the alerts about it', async () => {
    const own = postWith(adas.page, TEXT)
    await own.getByRole('button', { name: 'More', exact: true }).click()
    await adas.page.getByRole('menuitem', { name: 'Delete post' }).click()
    await adas.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await postWith(bens.page, TEXT).waitFor({ state: 'hidden' })
    await bar(adas).getByRole('link', { name: 'Alerts 1 unread notification' }).waitFor()
  })

  it('signs out at once where the session was ended from elsewhere', async () => {
    const lost = await product.openFor(ada)
    await bar(adas).getByRole('link', { name: 'Settings' }).click()
    await adas.page.getByRole('link', { name: 'Devices' }).click()
    await adas.page
      .getByRole('main')
      .getByRole('button', { name: /^Sign out Chrom/ })
      .click()
    await lost.page.getByText('Your session has ended. Please sign in again.').waitFor()
    await adas.page.getByText('This device').waitFor()
  })

  it('never loads a page again, shows no error and breaks no security policy', () => {
    expect({ loads, problems: [...adas.problems, ...bens.problems] }).toEqual({ loads: 0, problems: [] })
  })
})
