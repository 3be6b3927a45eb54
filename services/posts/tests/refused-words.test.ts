import { expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { newId } from '@meadow/service'
import { alice, bob } from '@meadow/testing'
import { openPosts } from './fixtures.ts'

it('posts and comments with refused words are refused, by the names of their fields, and nothing is stored', async () => {
  await using posts = await openPosts()
  const { as, addPost, deliverEvents, inspect } = posts
  const before = await addPost({ by: alice, content: 'Ham and eggs' })
  const [id, time] = [newId(new Date()), new Date()]
  const envelope = { source: 'auth', subject: id, id, time }
  await deliverEvents(createEvent(events.refusedWordsUpdated, { ...envelope, data: { version: 1, words: ['ham'] } }))
  for (let reading = 0; reading < 10; reading++) posts.now() // a second each
  const refused = await as(alice).post('/posts').send({ content: 'HAM!' })
  expect(refused).toMatchObject({
    status: 400,
    body: { code: 'words_refused', fields: { content: expect.any(String) } },
  })
  expect(JSON.stringify(refused.body)).not.toMatch(/ham/i)
  const picture = { url: '/media/p/none', alt: 'ham' }
  expect(
    await as(alice)
      .post('/posts')
      .send({ content: 'Eggs', pictures: [picture] }),
  ).toMatchObject({
    status: 400,
    body: { code: 'words_refused', fields: { pictures: expect.any(String) } },
  })
  const comment = (text: string) => as(bob).post(`/posts/${before._id}/comments`).send({ text })
  expect(await comment('more ham')).toMatchObject({ status: 400, body: { code: 'words_refused' } })
  expect(await inspect.countRows('comments')).toBe(0)
  expect(await inspect.countRows('posts')).toBe(1)
  expect(await comment('in Birmingham')).toMatchObject({ status: 201 })
  expect((await as(bob).get(`/posts/${before._id}`)).body.content).toBe('Ham and eggs') // written before
})
