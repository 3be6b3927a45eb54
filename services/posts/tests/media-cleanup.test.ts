import { mkdtemp, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import type { MediaStore } from '@meadow/media'
import { createTestPicture } from '@meadow/media/testing'
import { alice, eventually } from '@meadow/testing'
import { openPosts } from './fixtures.ts'

const longAgo = new Date('2001-01-01')

/** Makes the second put fail, as on a full disk. */
function failSecondPut(files: MediaStore): MediaStore {
  let puts = 0
  return {
    ...files,
    put(...file) {
      puts += 1
      return puts === 2 ? Promise.reject(new Error('no space left')) : files.put(...file)
    },
  }
}

describe('the media cleanup', () => {
  it('removes pictures that nothing used within a day, and incomplete uploads', async () => {
    await using posts = await openPosts()
    const { as, inspect, countFiles, service, uploadPicture, addPost } = posts
    const unused = await uploadPicture(alice)
    const used = await uploadPicture(alice)
    const avatar = await uploadPicture(alice, 'avatar')
    const fresh = await uploadPicture(alice)
    await addPost({ by: alice, image: used.secure_url })
    await inspect.agePictures(25, fresh._id)
    const incompleteUpload = await mkdtemp(join(tmpdir(), 'meadow-upload-0-'))
    await utimes(incompleteUpload, longAgo, longAgo)
    expect(await countFiles()).toBe(4)

    await service.start(0, '127.0.0.1')
    await eventually(async () => expect(await countFiles()).toBe(2))
    await expect(stat(incompleteUpload)).rejects.toMatchObject({ code: 'ENOENT' })
    const responses = await Promise.all([unused, used, avatar, fresh].map(({ url }) => as(alice).get(url)))
    expect(responses.map(({ status }) => status)).toEqual([404, 200, 404, 200])
    expect((await as(alice).post('/posts').send({ image: unused._id })).status).toBe(400)
    expect((await as(alice).post('/posts').send({ image: fresh._id })).status).toBe(201)
  })

  it('keeps pictures of profiles while the bus is away', async () => {
    await using posts = await openPosts({ urls: { bus: 'postgres://127.0.0.1:1/nobody' } })
    const { as, inspect, service, uploadPicture } = posts
    const [unused, avatar] = [await uploadPicture(alice), await uploadPicture(alice, 'avatar')]
    await inspect.agePictures(25)
    await service.start(0, '127.0.0.1')
    await eventually(async () => expect((await as(alice).get(unused.url)).status).toBe(404))
    expect((await as(alice).get(avatar.url)).status).toBe(200)
  })

  it('removes the files of a picture that was only partly stored', async () => {
    await using posts = await openPosts({ wrapMediaStore: failSecondPut })
    const { as, inspect, countFiles, service } = posts
    const picture = await createTestPicture({ width: 700, height: 100 })
    const response = await as(alice).post('/media').field('purpose', 'post').attach('file', picture, 'a.jpg')
    expect(response.status).toBe(500)
    expect(await inspect.countRows('media')).toBe(0)
    expect(await countFiles()).toBe(1)
    await service.start(0, '127.0.0.1')
    await eventually(async () => expect(await countFiles()).toBe(0))
  })

  it('removes all files of a deleted post', async () => {
    await using posts = await openPosts()
    const { as, countFiles, service, addPost } = posts
    const picture = await createTestPicture({ width: 1300, height: 100 })
    const { body } = await as(alice).post('/media').field('purpose', 'post').attach('file', picture, 'a.jpg')
    const post = await addPost({ by: alice, image: body.url })
    expect(await countFiles()).toBe(3)
    await as(alice).delete(`/posts/${post._id}`)
    await service.start(0, '127.0.0.1')
    await eventually(async () => expect(await countFiles()).toBe(0))
  })
})
