import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createApiClient } from '@meadow/testing/api-client'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import { expect, test } from './src/fixtures.ts'

test('nobody else on this machine can read the files of the running product', async ({ stack }) => {
  test.skip(process.platform === 'win32', 'Windows has no modes: a folder inherits the access list of its parent')
  const { uploadPicture, register } = createApiClient(stack.url)
  await uploadPicture(await register('Mina Vale'), 'post', await drawSamplePicture('noon'))

  const names = await readdir(stack.dataDir, { recursive: true })
  const ownNames = names.filter((name) => name !== 'postgres' && !name.startsWith(join('postgres', '/'))) // it has a user of its own as root
  expect(ownNames.some((name) => name.startsWith('media'))).toBe(true)
  const modes = await Promise.all(
    ownNames.map(async (name) => {
      const found = await stat(join(stack.dataDir, name)).catch(() => undefined) // removed meanwhile
      return { name, access: (found?.mode ?? 0) & 0o077 }
    }),
  )
  expect(modes.filter(({ access }) => access !== 0)).toEqual([])
})
