import { createUniqueAccount } from '@meadow/testing/accounts'
import { startConfiguredStack } from '@meadow/testing/stack'
import { expect, test } from './src/fixtures.ts'
import { startProduct } from './src/open-product.ts'
import { openMail } from './src/pages/mailbox.ts'
import { fillSignUp, follow, submitSignIn } from './src/pages/member-actions.ts'

const admin = createUniqueAccount('Astrid Holm')
const [guest, stranger] = [createUniqueAccount('Greta Sund'), createUniqueAccount('Stig Moe')]

test('by invite: the first admin comes in, invites one person, and says what is not allowed', async ({ browser }) => {
  test.setTimeout(300_000)
  const environment = {
    ADMIN_EMAIL: admin.email,
    RATE_LIMITS: 'off',
    REGISTRATION: 'invite',
    REQUIRE_VERIFIED_EMAIL: 'on',
  }
  await using product = await startProduct(browser, {
    name: 'the registration by invite',
    start: () => startConfiguredStack({ environment }),
  })
  const { page } = await product.open()
  await page.goto('/signup')
  await page.getByText('This Meadow waits for its first admin').waitFor()
  await fillSignUp(page, admin)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Welcome to Meadow!' }).waitFor()

  const { page: mailbox } = await product.open()
  await openMail(mailbox, admin.email, /Confirm your email address/)
  await mailbox.frameLocator('iframe').getByRole('link', { name: 'Confirm email address' }).click()
  await mailbox.getByRole('button', { name: 'Confirm email address' }).click()
  await mailbox.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor()

  const { page: admins } = await product.open()
  await submitSignIn(admins, admin) // the next sign-in after the proof makes the account an admin
  await admins.getByRole('button', { name: 'Go to Home' }).click()
  await admins.goto('/moderation')
  await admins.getByRole('tab', { name: 'Invites' }).click()
  await admins.getByLabel('Note (only admins read it)').fill('For Greta')
  await admins.getByRole('button', { name: 'Create invite' }).click()
  const link = await admins.getByLabel('Link of the new invite').inputValue()

  const { page: other } = await product.open()
  await other.goto('/signup')
  await other.getByText('You need an invite to join this Meadow').waitFor()
  await other.goto(link)
  await other.getByText('You are invited').waitFor()
  expect(other.url()).not.toContain('invite')

  const { page: guests } = await product.open()
  await guests.goto(link)
  await fillSignUp(guests, guest)
  await guests.getByRole('button', { name: 'Create account' }).click()
  await guests.getByRole('heading', { name: 'Welcome to Meadow!' }).waitFor()
  await fillSignUp(other, stranger)
  await other.getByRole('button', { name: 'Create account' }).click()
  await other.getByRole('alert').getByText('This invite has expired, was used up').first().waitFor()

  await follow(guests, admin)
  await follow(admins, guest)
  await guests.goto(`/chat/${admin.username}`)
  await guests.getByRole('link', { name: 'Get the link' }).click()
  await guests.getByRole('button', { name: 'Send link' }).first().waitFor()

  await admins.goto('/moderation')
  await admins.getByRole('tab', { name: 'Not allowed' }).click()
  await admins.getByLabel('Words and phrases').fill('cheap seeds')
  await admins.getByRole('button', { name: 'Save' }).click()
  await admins.getByText('Saved', { exact: true }).waitFor()
  const editProfile = async () => {
    const token = await guests.evaluate(() => localStorage.getItem('token'))
    const response = await guests.request.put(`${product.stack.url}/api/auth/profile`, {
      headers: { Authorization: `Bearer ${token}` },
      data: { bio: 'Cheap, SEEDS!' },
    })
    return (await response.json()).code
  }
  await expect.poll(editProfile).toBe('words_refused')
})
