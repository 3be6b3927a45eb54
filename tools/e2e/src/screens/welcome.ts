import type { Person } from '@meadow/testing/accounts'
import type { Page } from 'playwright-core'
import { sendSignIn } from '../members.ts'
import type { Screen } from './screen.ts'

const signIn: Screen = async (page, { show }) => {
  await page.goto('/')
  const submit = page.getByRole('button', { name: 'Sign in', exact: true })
  await submit.waitFor()
  await show('sign-in')
  await submit.click()
  await show('sign-in-errors')
}

const signUp: Screen = async (page, { show }) => {
  await page.goto('/signup')
  await page.getByLabel('Password', { exact: true }).fill('Larkspur')
  await show('sign-up')
  await page.getByRole('button', { name: 'Create account' }).click()
  await show('sign-up-errors')
}

const readings: Screen = async (page, { show }) => {
  for (const name of ['terms', 'privacy', 'not-found']) {
    await page.goto(`/${name}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await show(name)
  }
}

/** Signs in by the form, up to the page that says so. */
export async function signInAs(page: Page, person: Person): Promise<void> {
  await sendSignIn(page, person)
  await page.getByRole('heading', { name: 'Welcome Back!' }).waitFor()
}

/** From here on the viewer is signed in. */
const arrival: Screen = async (page, { viewer, show }) => {
  await signInAs(page, viewer)
  await show('success')
}

export const welcomeScreens: Screen[] = [signIn, signUp, readings, arrival]
