import { expect, it } from '@jest/globals'
import { describeOnEachEngine } from '@meadow/testing'
import { onOwnEngine, startOwnServer } from '@meadow/testing/engines'
import { openMediaStore } from '../src/index.ts'

const TYPE = 'image/webp'
const picture = Buffer.from('a picture')

describeOnEachEngine(await onOwnEngine('versitygw', () => startOwnServer('versitygw')), (start) => {
  it('gives each service a user, which sees its own buckets only', async () => {
    await using server = await start()
    const openAs = (service: string, bucket: string) =>
      openMediaStore(Object.assign(new URL(server.variables[`${service}_MEDIA_URL`] ?? ''), { pathname: bucket }).href)
    await using posts = await openAs('POSTS', 'own')
    await posts.put('a/picture.webp', picture, TYPE)
    expect(await posts.open('a/picture.webp')).toMatchObject({ size: picture.length })
    await posts.removeIncompleteUploads(new Date())

    await using chat = await openAs('CHAT', 'own')
    await expect(chat.open('a/picture.webp')).rejects.toThrow()
    await expect(chat.put('a/other.webp', picture, TYPE)).rejects.toThrow()
    await expect(chat.remove('a/picture.webp')).rejects.toThrow()
    expect(await posts.open('a/picture.webp')).toBeDefined()
  })
})
