import { beforeEach, expect, it } from '@jest/globals'
import { fakeIntersectionObserver } from '@meadow/features/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { findMessage, findMessageField, openConversationWithKofi } from '../../testing/chat-page-queries.ts'
import { aMessage, ann } from '../../testing/fixtures.ts'

beforeEach(() => fakeIntersectionObserver())

/** Opens a conversation with three messages, and moves the focus from the field to the last of them. */
async function enterMessages() {
  const network = openConversationWithKofi([
    aMessage({ content: 'First' }),
    aMessage({
      content: 'Second https://example.org',
      facets: [{ start: 7, end: 26, url: 'https://example.org' }],
    }),
    aMessage({ content: 'Third', sender: ann }),
  ])
  await findMessage('Third')
  await userEvent.click(await findMessageField())
  for (let count = 0; count < 6 && !document.activeElement?.matches('article'); count++)
    await userEvent.tab({ shift: true })
  return network
}

const expectFocusOn = (text: string) => expect(document.activeElement?.closest('article')).toHaveTextContent(text)

it('the list is one tab stop, and the arrow keys, Home and End move through it', async () => {
  await enterMessages()
  expectFocusOn('Third')
  expect(document.activeElement).toHaveAccessibleName('Your message')
  expect(document.activeElement).toHaveAccessibleDescription('Third')
  await userEvent.keyboard('{ArrowUp}')
  expectFocusOn('Second')
  await userEvent.keyboard('{Home}')
  expectFocusOn('First')
  await userEvent.keyboard('{ArrowUp}')
  expectFocusOn('First')
  await userEvent.keyboard('{ArrowDown}')
  expectFocusOn('Second')
  await userEvent.keyboard('{End}')
  expectFocusOn('Third')
  await userEvent.keyboard('{ArrowUp}')
  await userEvent.tab()
  expect(document.activeElement?.closest('article')).toBeNull()
  await userEvent.tab({ shift: true })
  expectFocusOn('Second')
  const stops = within(screen.getByRole('log')).getAllByRole('article')
  expect(stops.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
})

it('left and right reach the controls of a message, and Escape leads back to it, then to the field', async () => {
  await enterMessages()
  await userEvent.keyboard('{ArrowUp}{ArrowRight}')
  expect(document.activeElement).toHaveRole('link')
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement).toHaveRole('button')
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toHaveRole('article')
  await userEvent.keyboard('{Escape}')
  expect(await findMessageField()).toHaveFocus()
})

it.each(['{Enter}', '{Shift>}{F10}{/Shift}', ' '])('%s opens the menu of the message', async (keys) => {
  await enterMessages()
  await userEvent.keyboard('{ArrowUp}')
  await userEvent.keyboard(keys)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Reply' }))
  expect(await screen.findByText('Reply to Kofi Mensah')).toBeVisible()
  expect(await findMessageField()).toHaveFocus()
})

it('the focus stays in the list when the message that has it is deleted', async () => {
  const network = await enterMessages()
  network.respondWith({ 'DELETE /messages/:id': () => ({ ok: true }) })
  await userEvent.keyboard('{Enter}')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete for everyone' }))
  await screen.findByText('This message was deleted')
  await waitFor(() => expectFocusOn('This message was deleted'))
})

it('a message that can never be sent offers no Retry, but its text', async () => {
  const network = openConversationWithKofi([aMessage({ content: 'First' })])
  network.respondWith({
    'POST /messages': () => ({
      refuse: { status: 403, code: 'not_mutual', error: 'You cannot message this person now' },
    }),
  })
  await userEvent.type(await findMessageField(), 'Are you there?{Enter}')
  const failed = await findMessage('Are you there?')
  expect(await failed.findByRole('button', { name: 'Copy' })).toBeVisible()
  expect(failed.getByRole('button', { name: 'Delete' })).toBeVisible()
  for (const name of ['Retry', 'Edit']) expect(failed.queryByRole('button', { name })).not.toBeInTheDocument()
})

it('a video and the heading of its transcript are reached, and the arrow keys stay those of the video', async () => {
  const size = { width: 640, height: 360 }
  const video = { status: 'ready' as const, url: '/media/c/a.mp4', durationMs: 65_000, ...size, poster: null }
  openConversationWithKofi([aMessage({ messageType: 'video', content: 'Look, a heron', video })])
  const player = await screen.findByLabelText('Video, 1:05')
  await userEvent.click(await findMessageField())
  for (let count = 0; count < 6 && !document.activeElement?.matches('article'); count++)
    await userEvent.tab({ shift: true })
  await userEvent.keyboard('{ArrowRight}')
  expect(player).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  expect(player).toHaveFocus()
  expect(player).toHaveAttribute('tabindex', '-1')
  expect(screen.getByText('Look, a heron').closest('details')?.querySelector('summary')).toHaveAttribute(
    'tabindex',
    '-1',
  )
})
