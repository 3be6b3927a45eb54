import { beforeEach, expect, it } from '@jest/globals'
import { aPost } from '@meadow/features/testing'
import { aMember, type FakeApi, fakeApi, renderPage } from '@meadow/web/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRoutes } from '../../../app-routes.tsx'

type Word = { text: string; until: string | null; in: ('feed' | 'alerts')[] }

const finale: Word = { text: 'Finale', until: null, in: ['feed', 'alerts'] }
const goal: Word = { text: 'goal', until: new Date(Date.now() + 3_600_000).toISOString(), in: ['alerts'] }
const ended: Word = { text: 'cup', until: '2026-01-01T12:00:00.000Z', in: ['feed'] }
const thread = aPost({ content: 'The oven and I' })
const goneId = '01890000-0000-7000-8000-0000000000ee'

let network: FakeApi
let words: Word[]
beforeEach(() => {
  localStorage.clear()
  words = [finale, goal, ended]
  network = fakeApi({
    'GET /auth/me': () => aMember(),
    'GET /posts/notifications/unread-count': () => ({ count: 0 }),
    'GET /users/muted-words': () => ({ words }),
    'PUT /users/muted-words': ({ body }) => {
      words = (body as { words: Word[] }).words
      return { words }
    },
    'GET /posts/muted': () => ({ posts: [], tags: [] }),
  })
})

const open = async () => {
  renderPage(<AppRoutes />, { path: '/settings/muted-words' })
  return await screen.findByLabelText('Word or phrase')
}
const list = () => within(screen.getByRole('region', { name: 'Your muted words' }))
const listWords = () =>
  list()
    .queryAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent)
const sentWords = () => (network.last('PUT /users/muted-words')?.body as { words: Word[] } | undefined)?.words
const mute = () => userEvent.click(screen.getByRole('button', { name: 'Mute' }))

it('lists the words with their ends and places, without those that have ended', async () => {
  await open()
  expect(listWords()).toEqual(['Finale', 'goal'])
  expect(list().getByText('Feeds and comments · Notifications')).toBeVisible()
  expect(list().getByText('Until you remove it')).toBeVisible()
  expect(list().getByText(/^Until .*\d/)).toBeVisible()
})

it('mutes a phrase in notifications for 30 days', async () => {
  const field = await open()
  await userEvent.type(field, '  season  ')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Feeds and comments' }))
  await userEvent.selectOptions(screen.getByLabelText('For how long'), '30 days')
  await mute()
  expect(await screen.findByText('You muted “season”')).toBeVisible()
  expect(listWords()).toEqual(['season', 'Finale', 'goal'])
  expect(field).toHaveValue('')
  await waitFor(() => expect(sentWords()?.map(({ text }) => text)).toEqual(['season', 'Finale', 'goal']))
  expect(sentWords()?.[0]?.in).toEqual(['alerts'])
  const end = Date.parse(sentWords()?.[0]?.until ?? '')
  expect(Math.round((end - Date.now()) / 3_600_000)).toBe(30 * 24)
})

it('gives a word that is muted already another end, instead of listing it twice', async () => {
  await userEvent.type(await open(), 'GOAL')
  await mute()
  expect(listWords()).toEqual(['GOAL', 'Finale'])
  await waitFor(() => expect(sentWords()?.[0]).toEqual({ text: 'GOAL', until: null, in: ['feed', 'alerts'] }))
})

it('says at the field what is missing', async () => {
  const field = await open()
  await mute()
  expect(screen.getByText('Write a word or phrase')).toBeVisible()
  await userEvent.type(field, '...')
  await mute()
  expect(screen.getByText('A word needs letters or signs')).toBeVisible()
  await userEvent.clear(field)
  await userEvent.type(field, '🍞')
  for (const name of ['Feeds and comments', 'Notifications'])
    await userEvent.click(screen.getByRole('checkbox', { name }))
  await mute()
  expect(screen.getByText('Choose where to mute it')).toBeVisible()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Notifications' }))
  await mute()
  expect(listWords()).toEqual(['🍞', 'Finale', 'goal'])
})

it('tells that no more words can be muted, but still changes one', async () => {
  words = Array.from({ length: 100 }, (_, index) => ({ ...finale, text: `word ${index}` }))
  const field = await open()
  await userEvent.type(field, 'one more')
  await mute()
  expect(screen.getByText('You can mute 100 words. Remove one first.')).toBeVisible()
  await userEvent.clear(field)
  await userEvent.type(field, 'word 50')
  await mute()
  expect(listWords()).toHaveLength(100)
  expect(listWords()[0]).toBe('word 50')
})

it('removes a word, and Undo puts it back at its place', async () => {
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Remove “Finale”' }))
  expect(listWords()).toEqual(['goal'])
  await waitFor(() => expect(sentWords()).toEqual([goal]))
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(listWords()).toEqual(['Finale', 'goal'])
  await waitFor(() => expect(sentWords()).toEqual([finale, goal]))
})

it('shows the words again that are stored if the server refuses a change, with its reason', async () => {
  const fields = { words: 'A word needs letters or signs' }
  const field = await open()
  const refuse = { status: 400, code: 'invalid_request', error: 'Check your entries', fields }
  network.respondWith({ 'PUT /users/muted-words': () => ({ refuse }) })
  await userEvent.type(field, 'season')
  await mute()
  expect((await screen.findAllByText('A word needs letters or signs'))[0]).toBeVisible()
  await waitFor(() => expect(listWords()).toEqual(['Finale', 'goal']))
})

it('unmutes tags and threads, also a thread that is no longer there', async () => {
  network.respondWith({
    'GET /posts/muted': () => ({
      posts: [
        { _id: thread._id, mutedUntil: null },
        { _id: goneId, mutedUntil: null },
      ],
      tags: [{ tag: 'moss', mutedUntil: goal.until }],
    }),
    'GET /posts/:id': ({ path }) =>
      path.endsWith(goneId) ? { refuse: { status: 404, code: 'post_not_found', error: 'Post not found' } } : thread,
    'POST /posts/:id/mute': () => ({ isMuted: false, mutedUntil: null }),
    'POST /tags/:tag/mute': () => ({ tag: 'moss', isMuted: false, mutedUntil: null }),
  })
  await open()
  expect(await screen.findByRole('link', { name: 'The oven and I' })).toHaveAttribute('href', `/post/${thread._id}`)
  expect(await screen.findByText('This post is no longer there.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Unmute the thread that is no longer there' }))
  await waitFor(() => expect(network.last('POST /posts/:id/mute')?.path).toBe(`/posts/${goneId}/mute`))
  await userEvent.click(screen.getByRole('button', { name: 'Unmute the thread of Kofi Mensah' }))
  await waitFor(() => expect(network.last('POST /posts/:id/mute')?.path).toBe(`/posts/${thread._id}/mute`))
  expect(await screen.findByText("You haven't muted any threads.")).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Unmute #moss' }))
  await waitFor(() => expect(network.last('POST /tags/:tag/mute')?.body).toEqual({ state: false }))
  expect(await screen.findByText("You haven't muted any tags.")).toBeVisible()
})
