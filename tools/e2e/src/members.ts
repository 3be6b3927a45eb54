import type { Person } from '@meadow/testing/accounts'
import type { Locator, Page } from 'playwright-core'

/** Signs up by the form and goes on to the home page. */
export async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto('/signup')
  await fillSignUp(page, person)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Welcome to Meadow!' }).waitFor()
  await page.getByRole('button', { name: 'Go to Home' }).click()
  await atHome(page)
}

/** Fills the form by which one signs in, and sends it. */
export async function sendSignIn(page: Page, { username, password }: Person): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Email or Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs in by the form and goes on to the home page. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await sendSignIn(page, person)
  await page.getByRole('button', { name: 'Go to Home' }).click()
  await atHome(page)
}

export async function fillSignUp(page: Page, { username, fullName, email, password }: Person): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Full name').fill(fullName)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
  await page.getByRole('checkbox').check()
}

export async function atHome(page: Page): Promise<void> {
  await page.waitForURL('**/home')
  await page.getByRole('button', { name: "What's on your mind?" }).waitFor()
}

/** Follows somebody from their profile. */
export async function follow(page: Page, { username, fullName }: Person): Promise<void> {
  await page.goto(`/profile/${username}`)
  const main = page.getByRole('main')
  const button = main.getByRole('button', { name: new RegExp(`^Follow\\b.*${fullName}$`) })
  await untilShown(page, button)
  await button.click()
  await main.getByRole('button', { name: `Following ${fullName}` }).waitFor()
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
    await dialog.getByLabel('Alt text').fill(picture.alt)
  }
  await dialog.getByRole('button', { name: 'Post', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

export async function comment(page: Page, post: Locator, text: string): Promise<void> {
  await post.getByLabel('Write a comment').fill(text)
  await answered(page, /\/comments$/, () => page.keyboard.press('Enter'))
}

export async function like(page: Page, post: Locator): Promise<void> {
  await answered(page, /\/like$/, () => post.getByRole('button', { name: 'Like', exact: true }).click())
}

/** The page shows some things before the server has them: waits for its answer. */
async function answered(page: Page, path: RegExp, act: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse((one) => one.request().method() === 'POST' && path.test(one.url()))
  await act()
  const { ok, status } = await answer.then((one) => ({ ok: one.ok(), status: one.status() }))
  if (!ok) throw new Error(`The server answered ${status}`)
}

/** The card with this text. */
export function postWith(page: Page, text: string): Locator {
  return page.getByRole('article').filter({ hasText: text })
}

/**
 * What travels over the bus is there a moment later: loads the page again until it shows. A page begins with the member as it
 * knew them, and asks for them when it is quiet: only after that would the next one know better.
 */
export async function untilShown(page: Page, locator: Locator): Promise<void> {
  await repeatUntil(locator, async () => {
    const told = page.waitForResponse('**/api/auth/me')
    await page.reload()
    await told
  })
}

/** Does it again and again until it shows, since once may not be enough. */
export async function repeatUntil(locator: Locator, act: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    if (await appears(locator)) return
    await act()
  }
  await locator.waitFor()
}

async function appears(locator: Locator): Promise<boolean> {
  return locator
    .first()
    .waitFor({ timeout: 1500 })
    .then(
      () => true,
      () => false,
    )
}
