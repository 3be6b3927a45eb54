import { expect, it } from '@jest/globals'
import { describeOnEachEngine } from '@meadow/testing'
import { assignBucket, onOwnEngine, startOwnServer, toS3Url, versitygw } from '@meadow/testing/engines'
import { openMediaStore } from '../src/index.ts'

const TYPE = 'image/webp'
const picture = Buffer.from('a picture')

describeOnEachEngine(
  onOwnEngine(versitygw, () => startOwnServer(versitygw)),
  (start) => {
    it('gives each service a user, which sees its own buckets only', async () => {
      await using server = await start()
      const variables: Record<string, string> = await versitygw.variables(server.location)
      const openAs = (service: string, bucket: string) =>
        openMediaStore(Object.assign(new URL(variables[`${service}_MEDIA_URL`] ?? ''), { pathname: bucket }).href)
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

    it('gives a bucket of the server to the user of a service', async () => {
      await using server = await start()
      await using common = await openMediaStore(toS3Url(server.port, 'earlier'))
      await common.put('a/picture.webp', picture, TYPE)
      await assignBucket(server.port, 'earlier', 'posts')
      await assignBucket(server.port, 'missing', 'posts')
      const url = (await versitygw.variables(server.location))['POSTS_MEDIA_URL'] ?? ''
      await using posts = await openMediaStore(Object.assign(new URL(url), { pathname: 'earlier' }).href)
      expect(await posts.open('a/picture.webp')).toMatchObject({ size: picture.length })
      await posts.remove('a/picture.webp')
    })
  },
)
