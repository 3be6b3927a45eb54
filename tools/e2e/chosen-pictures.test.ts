import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createUniqueAccount } from '@meadow/testing/accounts'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import sharp from 'sharp'
import { expect, test } from './src/fixtures.ts'
import { dropFiles } from './src/pages/send-files.ts'

let folder: string
const pathOf = (name: string) => join(folder, name)

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meadow-chosen-pictures-'))
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const base = sharp({ create: { width: 600, height: 400, channels: 3, background: 'white', noise } })
  const photo = await base.clone().jpeg().toBuffer()
  const hill = await drawSamplePicture('noon', 300, 200)
  const files = {
    'hill.png': hill,
    'without end.jpg': photo.subarray(0, -2), // which the server takes, and this browser cannot decode
    'list.png': Buffer.from('a list'),
    'half.jpg': photo.subarray(0, photo.length / 2),
    'half.png': (await base.clone().png().toBuffer()).subarray(0, 20_000),
    'nothing.jpg': Buffer.alloc(0),
    'phone.jpg': Buffer.concat([Buffer.from('\0\0\0\x18ftypheic'), photo]), // as some phones name HEIC photos
    'heavy.png': Buffer.concat([hill, Buffer.alloc(10 * 1024 * 1024)]),
    'huge.png': await sharp({ create: { width: 8_000, height: 6_251, channels: 3, background: 'white' } })
      .png()
      .toBuffer(),
  }
  for (const [name, content] of Object.entries(files)) await writeFile(pathOf(name), content)
})
test.afterAll(async ({ product }) => {
  await product.closeWindows()
  await rm(folder, { recursive: true })
})

const PROBLEMS = {
  'list.png': '“list.png” is not a JPEG, PNG, WebP or GIF picture.',
  'half.jpg': '“half.jpg” is damaged or incomplete.',
  'half.png': '“half.png” is damaged or incomplete.',
  'nothing.jpg': '“nothing.jpg” is empty.',
  'phone.jpg': '“phone.jpg” is a HEIC photo. Please save it as a JPEG first.',
  'heavy.png': '“heavy.png” is larger than 10 MB.',
  'huge.png': '“huge.png” has more than 50 megapixels.',
}

test('the composer names what cannot be posted when it is chosen or dropped, and keeps the others', async ({
  product,
}) => {
  const { page } = await product.openSignedUp(createUniqueAccount('Chi Chooser'))
  await page.getByRole('button', { name: "What's on your mind?" }).click()
  const composer = page.getByRole('dialog', { name: 'Create Post' })
  const previews = composer.getByRole('listitem').getByRole('img')
  const picker = composer.locator('input[type=file]')
  const alert = composer.getByRole('alert')
  for (const [name, problem] of Object.entries(PROBLEMS)) {
    await picker.setInputFiles(pathOf(name))
    await expect(alert).toHaveText(problem)
    await expect(previews).toHaveCount(0)
  }
  await dropFiles(composer.getByRole('heading'), ['list.png', 'without end.jpg', 'half.jpg'].map(pathOf))
  await expect(alert).toHaveText(`${PROBLEMS['list.png']} ${PROBLEMS['half.jpg']}`)
  await expect(previews).toHaveCount(1)
  await picker.setInputFiles(pathOf('hill.png'))
  await expect(alert).toBeHidden()

  const response = page.waitForResponse((one) => one.url().endsWith('/api/posts') && one.request().method() === 'POST')
  await composer.getByRole('button', { name: 'Post', exact: true }).click()
  const { pictures } = await (await response).json()
  expect(pictures.map(({ width }: { width: number }) => width)).toEqual([600, 300])
})

test('the profile names what cannot be an avatar or cover', async ({ product }) => {
  const { page } = await product.openSignedUp(createUniqueAccount('Mia Mirror'))
  await page.goto(`${new URL(page.url()).origin}/profile`)
  await page
    .getByRole('link', { name: 'Edit Profile' })
    .or(page.getByRole('button', { name: 'Edit Profile' }))
    .click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  for (const label of ['Change cover', 'Change picture']) {
    const picker = dialog.getByLabel(label).and(dialog.locator('input[type=file]'))
    await picker.setInputFiles(pathOf('phone.jpg'))
    await expect(dialog.getByRole('alert')).toHaveText(PROBLEMS['phone.jpg'])
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await picker.setInputFiles([])
    await picker.setInputFiles(pathOf('hill.png'))
    await expect(dialog.getByRole('alert')).toBeHidden()
    await dialog.getByRole('button', { name: label.replace('Change', 'Remove') }).click()
  }
})
