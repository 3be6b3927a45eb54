import { expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { newId } from '@meadow/service'
import { alice } from '@meadow/testing'
import { openSocial } from './fixtures.ts'

it('profiles with refused words are refused, by the names of their fields, and keep what they had', async () => {
  await using social = await openSocial()
  const { as, deliverEvents } = social
  await as(alice).edit({ bio: 'Ham and eggs' }).expect(200)
  const [id, time] = [newId(new Date()), new Date()]
  const envelope = { source: 'auth', subject: id, id, time }
  await deliverEvents(createEvent(events.refusedWordsUpdated, { ...envelope, data: { version: 1, words: ['ham'] } }))
  for (let reading = 0; reading < 10; reading++) social.now() // a second each
  const refused = await as(alice).edit({ fullName: 'Alice Ham', bio: 'ham', location: 'Birmingham' })
  expect(refused).toMatchObject({ status: 400, body: { code: 'words_refused' } })
  expect(Object.keys(refused.body.fields)).toEqual(['fullName', 'bio'])
  expect(JSON.stringify(refused.body)).not.toMatch(/ham/i)
  expect(await as(alice).profile(alice)).toMatchObject({ fullName: alice.fullName, bio: 'Ham and eggs', location: '' })
  await as(alice).edit({ location: 'Birmingham' }).expect(200)
})
