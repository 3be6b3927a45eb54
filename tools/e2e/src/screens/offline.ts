import { closeDialog } from '../pages/close-dialog.ts'
import { disconnect, reconnect } from '../pages/connection.ts'
import type { Screen } from './screen.ts'

const COMMENTS_CALL = /\/api\/posts\/[^/]+\/comments$/
const MESSAGE_CALL = /\/api\/messages\/[^/]+$/

/** A comment that was refused and a like that waits: the bar, the list of both, and the question at a sign-out. */
const offline: Screen = async (page, { postId, show }) => {
  const context = page.context()
  await page.goto(`/post/${postId}`) // other tests may delete the first post of the feed meanwhile
  const post = page.getByRole('article').first()
  const field = post.getByLabel('Write a comment')
  await field.waitFor()
  await disconnect(context)
  await field.fill('Which hill is it?')
  await field.press('Enter')
  await post.getByText('Waiting for a connection').waitFor()
  await show('offline-comment')

  await context.route(COMMENTS_CALL, (route) =>
    route.fulfill({ status: 403, json: { error: 'You can no longer comment on this post', code: 'forbidden' } }),
  )
  await reconnect(context)
  await post.getByRole('button', { name: 'Retry' }).waitFor()
  await show('refused-comment')
  await context.unroute(COMMENTS_CALL)

  await disconnect(context)
  await post.getByRole('button', { name: 'Like', exact: true }).press('Enter')
  const waiting = page.getByRole('button', { name: '1 action waits to be sent' })
  await waiting.waitFor()
  await show('offline')
  await waiting.press('Enter')
  const list = page.getByRole('dialog', { name: 'Waiting to be sent' })
  await list.getByRole('listitem').nth(1).waitFor()
  await show('waiting')
  await closeDialog(page)

  await page.getByRole('link', { name: 'Settings' }).first().press('Enter')
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click()
  const question = page.getByRole('dialog', { name: '2 changes have not been sent' })
  await question.waitFor()
  await show('log-out-question')
  await question.getByRole('button', { name: 'Cancel' }).click()

  await waiting.press('Enter')
  for (const count of [2, 1]) {
    await list.getByRole('listitem').nth(count).waitFor({ state: 'detached' })
    await list.getByRole('button', { name: 'Delete' }).first().click()
  }
  await list.getByText('Nothing is waiting.').waitFor()
  await show('waiting-none')
  await closeDialog(page)
  await reconnect(context)
}

/** An edit of a message that was refused, below the message. */
const refusedEdit: Screen = async (page, { partner, show }) => {
  await page.route(MESSAGE_CALL, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 403,
          json: { error: 'You cannot message this person now', code: 'not_mutual' },
        })
      : route.fallback(),
  )
  await page.goto(`/chat/${partner.username}`)
  await page.getByRole('log').getByText('See you at the barn at six then').waitFor()
  await page.getByLabel(`Message ${partner.fullName}`).press('ArrowUp')
  await page.getByText('Edit message').waitFor()
  await page.getByLabel(`Message ${partner.fullName}`).fill('See you at the barn at seven, and bring the long ladder')
  await page.keyboard.press('Enter')
  const refusal = page.getByRole('alert').filter({ hasText: "Couldn't save your change" })
  await refusal.waitFor()
  await show('chat-refused-edit')
  await refusal.getByRole('button', { name: 'Delete' }).click()
  await refusal.waitFor({ state: 'detached' })
}

/** The bar of a newer release, which the service worker announces: the browser of the screens has none. */
const update: Screen = async (page, { show }) => {
  await page.goto('/home')
  await page.getByRole('article').first().waitFor()
  const bar = page.getByText('Update ready')
  while (!(await bar.isVisible())) {
    // the page listens when it is idle
    await page.evaluate(async () => {
      const data = { type: 'current-builds', builds: { shell: 'newer' } }
      navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }))
      await new Promise(requestAnimationFrame)
    })
  }
  await show('update')
  await page.getByRole('button', { name: 'Later' }).click()
}

export const offlineScreens: Screen[] = [offline, refusedEdit, update]
