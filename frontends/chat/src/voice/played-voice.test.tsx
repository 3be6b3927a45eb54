import { beforeEach, expect, it, jest } from '@jest/globals'
import { fakeIntersectionObserver } from '@meadow/features/testing'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { openConversationWithKofi } from '../testing/chat-page-queries.ts'
import { aMessage } from '../testing/fixtures.ts'

beforeEach(() => fakeIntersectionObserver())

const VOICE = { status: 'ready' as const, url: '/media/c/a.m4a', durationMs: 2_000, peaks: [], isPlayed: false }

it('marks a recording as played when it is heard, not while it has no data yet or fails to load', async () => {
  let player: HTMLMediaElement | undefined
  jest.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {})
  jest.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    player = this
  })
  const receive = (type: string) => act(async () => void player?.dispatchEvent(new Event(type)))
  const network = openConversationWithKofi([aMessage({ messageType: 'voice', content: '', voice: VOICE })])
  network.respondWith({ 'PUT /messages/:id/played': () => ({ rev: 2 }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Play voice message' }))
  await receive('play')
  await receive('error')
  expect(screen.getByText('Not played yet')).toBeInTheDocument()
  expect(network.count('PUT /messages/:id/played')).toBe(0)
  await userEvent.click(await screen.findByRole('button', { name: 'Play voice message' }))
  await receive('play')
  expect(network.count('PUT /messages/:id/played')).toBe(0)
  await receive('playing')
  await waitFor(() => expect(screen.queryByText('Not played yet')).not.toBeInTheDocument())
  await waitFor(() => expect(network.count('PUT /messages/:id/played')).toBe(1))
})
