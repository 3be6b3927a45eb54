import type { TestAccount } from '@meadow/testing/accounts'
import type { Locator, Page } from '@playwright/test'

/** Fills in the sign-in form and submits it. Demo accounts have a button, and no password. */
export async function submitSignIn(page: Page, { username, fullName, password }: TestAccount): Promise<void> {
  await page.goto('/')
  if (!password) return page.getByRole('button', { name: `Sign in as ${fullName}` }).click()
  await page.getByLabel('Email or Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs in through the form and opens the home page. */
export async function signIn(page: Page, account: TestAccount): Promise<void> {
  await submitSignIn(page, account)
  await page.getByRole('button', { name: 'Go to Home' }).click()
  await waitForHome(page)
}

export async function fillSignUp(page: Page, { username, fullName, email, password }: TestAccount): Promise<void> {
  await page.getByLabel('Username', { exact: true }).fill(username)
  await page.getByLabel('Full name').fill(fullName)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
  await page.getByRole('checkbox').check()
}

export async function waitForHome(page: Page): Promise<void> {
  await page.waitForURL('**/home')
  await page.getByRole('button', { name: "What's on your mind?" }).waitFor()
}

/** Follows a member on their profile page. */
export async function follow(page: Page, { username, fullName }: TestAccount): Promise<void> {
  await page.goto(`/profile/${username}`)
  const main = page.getByRole('main')
  const button = main.getByRole('button', { name: new RegExp(`^Follow\\b.*${fullName}$`) }).first() // posts have one, too
  await reloadUntilVisible(page, button)
  await button.click()
  await main
    .getByRole('button', { name: `Following ${fullName}` })
    .first()
    .waitFor()
}

export type Picture = { file: Buffer; alt: string }

export async function publish(page: Page, text: string, picture?: Picture): Promise<void> {
  await page.getByRole('button', { name: "What's on your mind?" }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Post' })
  await dialog.getByLabel("What's on your mind?").fill(text)
  if (picture) {
    const file = { name: 'picture.png', mimeType: 'image/png', buffer: picture.file }
    await dialog.locator('input[type=file]').setInputFiles(file)
    await dialog.getByRole('button', { name: 'Add alt text' }).click()
    await dialog.getByRole('textbox', { name: 'Alt text' }).fill(picture.alt)
  }
  await waitForResponse(page, /\/api\/posts$/, async () => {
    await dialog.getByRole('button', { name: 'Post', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
  }) // after the time in which it can be undone
}

export async function comment(page: Page, post: Locator, text: string): Promise<void> {
  const field = post.getByLabel('Write a comment')
  if (!(await field.isVisible())) await post.hover()
  await field.fill(text)
  await waitForResponse(page, /\/comments$/, () => page.keyboard.press('Enter'))
}

export async function like(page: Page, post: Locator): Promise<void> {
  await waitForResponse(page, /\/like$/, () => post.getByRole('button', { name: 'Like', exact: true }).click())
}

/** Performs an action and waits for its POST response: the page shows some changes before the server has them. */
async function waitForResponse(page: Page, path: RegExp, action: () => Promise<void>): Promise<void> {
  const pending = page.waitForResponse(
    (response) => response.request().method() === 'POST' && path.test(response.url()),
  )
  await action()
  const { ok, status } = await pending.then((response) => ({ ok: response.ok(), status: response.status() }))
  if (!ok) throw new Error(`The server responded with ${status}`)
}

/** Returns the post with this text. */
export function findPost(page: Page, text: string): Locator {
  return page.getByRole('article').filter({ hasText: text })
}

/**
 * Reloads the page until an effect of an event is visible. Waits for `/auth/me` after each reload: a page starts with the
 * stored member and fetches the current one when it is idle.
 */
export async function reloadUntilVisible(page: Page, locator: Locator): Promise<void> {
  await repeatUntilVisible(locator, async () => {
    const currentMember = page.waitForResponse('**/api/auth/me')
    await page.reload()
    await currentMember
  })
}

/** Repeats `act` until the locator is visible. */
export async function repeatUntilVisible(locator: Locator, action: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    if (await isVisibleSoon(locator)) return
    await action()
  }
  await locator.waitFor()
}

async function isVisibleSoon(locator: Locator): Promise<boolean> {
  return locator
    .first()
    .waitFor({ timeout: 1500 })
    .then(
      () => true,
      () => false,
    )
}
