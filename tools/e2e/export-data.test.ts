import { createApiClient } from '@meadow/testing/api-client'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import AdmZip from 'adm-zip'
import { expect, test } from './src/fixtures.ts'
import { openMail } from './src/pages/mailbox.ts'

test.afterEach(({ product }) => product.closeWindows())

test('a member asks for a copy of their data, gets a mail, and finds texts and pictures in the zip', async ({
  product,
}) => {
  const api = createApiClient(product.stack.url)
  const member = await api.register('Ebba Export')
  const { account } = member
  const url = await api.uploadPicture(member, 'post', await drawSamplePicture('noon', 60, 40))
  const body = { content: 'A meadow in the morning', pictures: [{ url, alt: 'Grass' }] }
  await api.call('/posts', { by: member, body })
  const { page } = await product.openSignedIn(account)

  await page.goto('/settings/data')
  const map = page.getByRole('region', { name: 'What Meadow has about you' })
  await expect(map.locator('[aria-busy=true]')).toHaveCount(0)
  await map.locator('dt').first().waitFor()
  await expect(map.locator('dt').filter({ hasText: /^[a-z]/ })).toHaveCount(0) // each kind has a name for members
  const section = page.getByRole('region', { name: 'A copy of your data' })
  await section.getByRole('button', { name: 'Ask for a copy' }).click()
  await section.getByText(/^(Collecting|Packing) your data/).waitFor()
  await section.getByRole('button', { name: 'Download' }).waitFor({ timeout: 60_000 })

  await openMail(page, account.email, /Your Meadow data is ready/)
  await page.frameLocator('iframe').getByRole('link', { name: 'Open my data' }).click()
  await expect(page).toHaveURL(/\/settings\/data$/)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    section.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`meadow-${account.username}.zip`)
  const zip = new AdmZip(await download.path())
  expect(zip.readAsText('posts/posts-1.html')).toContain('A meadow in the morning')
  expect(JSON.parse(zip.readAsText('auth/account-1.json'))).toMatchObject([{ email: account.email }])
  const pictures = zip.getEntries().filter(({ entryName }) => /^posts\/media\/.*\.webp$/.test(entryName))
  expect(pictures.map((picture) => picture.getData().subarray(8, 12).toString())).toEqual(['WEBP'])
  expect(zip.readAsText('index.html')).toContain('href="posts/pictures-1.html"')
})
