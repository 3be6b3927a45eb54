import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createUniqueAccount } from '@meadow/testing/accounts'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import { startConfiguredStack } from '@meadow/testing/stack'
import { expect, test } from './src/fixtures.ts'
import { startProduct } from './src/open-product.ts'
import { createChatPage } from './src/pages/chat-page.ts'
import { findPost, follow, publish, reloadUntilVisible } from './src/pages/member-actions.ts'

const ada = createUniqueAccount('Ada Moor')
const ben = createUniqueAccount('Ben Gale')
const PAGE = `<!doctype html><title>Moss in winter</title>
  <meta property="og:description" content="How it stays green"><meta property="og:image" content="/moss.png">`

/** Opens a site on this machine with one page and its picture. */
async function openSite() {
  const picture = await drawSamplePicture()
  const browsers: string[] = []
  const server = createServer(({ url, headers }, response) => {
    if (headers['user-agent']?.includes('Mozilla')) browsers.push(url ?? '')
    if (url === '/moss') response.setHeader('Content-Type', 'text/html').end(PAGE)
    else if (url === '/moss.png') response.setHeader('Content-Type', 'image/png').end(picture)
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, browsers, [Symbol.dispose]: () => void server.close() }
}

test('the card of a link appears in open pages, in posts and messages, with a picture of our own, and goes with the link', async ({
  browser,
}) => {
  using site = await openSite()
  const environment = { LINK_PREVIEWS: 'on', LINK_PREVIEW_ALLOWED_HOSTS: site.host, RATE_LIMITS: 'off' }
  await using product = await startProduct(browser, {
    name: 'the link previews',
    start: () => startConfiguredStack({ environment }),
  })
  const [{ page: adas }, { page: bens }] = [await product.openSignedUp(ada), await product.openSignedUp(ben)]
  await publish(adas, `Look at http://${site.host}/moss`)
  const choosePostAction = async (name: string) => {
    await findPost(adas, 'Look at').getByRole('button', { name: 'More', exact: true }).click()
    await adas.getByRole('menuitem', { name }).click()
  }
  const card = findPost(adas, 'Look at').getByRole('link', { name: /Moss in winter/ })
  await card.waitFor()
  await expect(card).toHaveAttribute('href', `http://${site.host}/moss`)
  await expect(card).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc')
  await expect(card).toContainText(site.host)
  await expect(card).toContainText('How it stays green')
  const picture = card.getByRole('presentation')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect(await picture.getAttribute('src')).toMatch(/^\/media\/p\//)
  const { height = 0 } = (await findPost(adas, 'Look at').boundingBox()) ?? {}
  expect(height).toBeLessThan(260)
  expect(site.browsers).toEqual([])

  await bens.goto('/home')
  await findPost(bens, 'Look at')
    .getByRole('link', { name: /Moss in winter/ })
    .waitFor()
  const bensCard = findPost(bens, 'Look at').getByRole('link', { name: /Moss in winter/ })
  await choosePostAction('Remove link preview')
  for (const shown of [card, bensCard]) await expect(shown).toHaveCount(0)
  await adas.reload()
  await findPost(adas, 'Look at').waitFor()
  await expect(card).toHaveCount(0)
  await choosePostAction('Show link preview')
  for (const shown of [card, bensCard]) await shown.waitFor()
  await choosePostAction('Edit post')
  const dialog = adas.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Look at the wall')
  await dialog.getByRole('button', { name: 'Save' }).click()
  for (const page of [adas, bens]) {
    await findPost(page, 'Look at the wall').waitFor()
    await expect(page.getByRole('link', { name: /Moss in winter/ })).toHaveCount(0)
  }

  // In a conversation, where both members stay at its end.
  await follow(adas, ben)
  await follow(bens, ada)
  const [from, to] = [createChatPage(adas), createChatPage(bens)]
  await adas.goto(`/chat/${ben.username}`)
  await reloadUntilVisible(adas, adas.getByText('Say hello to'))
  for (let number = 1; number <= 12; number += 1) await from.send(`Stone ${number}`)
  await bens.goto(`/chat/${ada.username}`)
  await to.message('Stone 12').waitFor()
  await from.send(`And http://${site.host}/moss`)
  for (const { message } of [from, to]) {
    const link = message(`And ${site.host}`).getByRole('link', { name: /Moss in winter/ })
    await expect(link).toBeInViewport({ ratio: 1 })
    const image = link.getByRole('presentation')
    await expect.poll(() => image.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    expect(await image.getAttribute('src')).toMatch(/^\/media\/c\//)
  }
  const shown = from.message(`And ${site.host}`)
  await shown.getByRole('button', { name: 'Actions' }).press('Enter')
  await adas.getByRole('menuitem', { name: 'Remove link preview' }).press('Enter')
  for (const { message } of [from, to])
    await expect(message(`And ${site.host}`).getByRole('link', { name: /Moss in winter/ })).toHaveCount(0)
  await shown.getByRole('button', { name: 'Actions' }).press('Enter')
  await adas.getByRole('menuitem', { name: 'Show link preview' }).press('Enter')
  for (const { message } of [from, to])
    await message(`And ${site.host}`)
      .getByRole('link', { name: /Moss in winter/ })
      .waitFor()
  await from.editLast('And the wall')
  for (const { message } of [from, to]) {
    await message('And the wall').waitFor()
    await expect(message('And the wall').getByRole('link')).toHaveCount(0)
  }
})
