import { beforeEach, expect, it, jest } from '@jest/globals'
import { fakeIntersectionObserver } from '@meadow/features/testing'
import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { findMessage, findMessageField, openConversationWithKofi } from '../testing/chat-page-queries.ts'
import { aMessage } from '../testing/fixtures.ts'

beforeEach(() => fakeIntersectionObserver())

/** Fires a pointer event of a finger. jsdom has no `PointerEvent`. */
function touch(target: Element, type: 'down' | 'move' | 'up' | 'cancel', [x, y]: readonly [x: number, y: number]) {
  const event = new MouseEvent(`pointer${type}`, { bubbles: true, clientX: x, clientY: y })
  fireEvent(target, Object.assign(event, { pointerType: 'touch', pointerId: 1, isPrimary: true }))
}

/** Moves a finger over a message along these points, and lifts it. */
async function swipe(text: string, points: readonly [x: number, y: number][], end: 'up' | 'cancel') {
  const message = (await findMessage(text)).getByText(text)
  const [first = [0, 0], ...moves] = points
  touch(message, 'down', first)
  for (const point of moves) touch(message, 'move', point)
  touch(message, end, points.at(-1) ?? first)
}

it('replies after a swipe to the right', async () => {
  openConversationWithKofi([aMessage({ content: 'Tea?' })])
  await swipe(
    'Tea?',
    [
      [100, 0],
      [120, 2],
      [160, 4],
    ],
    'up',
  )
  expect(screen.getByText('Reply to Kofi Mensah')).toBeVisible()
})

it.each<[string, [number, number][], 'up' | 'cancel']>([
  [
    'that is short',
    [
      [100, 0],
      [120, 2],
      [140, 4],
    ],
    'up',
  ],
  [
    'that was a scroll first',
    [
      [100, 0],
      [104, 14],
      [170, 20],
    ],
    'up',
  ],
  [
    'from the edge of the screen',
    [
      [10, 0],
      [30, 0],
      [90, 0],
    ],
    'up',
  ],
  [
    'that the browser takes over for scrolling',
    [
      [100, 0],
      [120, 2],
      [160, 4],
    ],
    'cancel',
  ],
])('does not reply after a swipe %s', async (_, points, end) => {
  openConversationWithKofi([aMessage({ content: 'Tea?' })])
  await swipe('Tea?', points, end)
  expect(screen.queryByText('Reply to Kofi Mensah')).not.toBeInTheDocument()
})

/** Presses a finger on a message until its menu opens. */
async function pressLong(text: string) {
  const message = (await findMessage(text)).getByText(text)
  jest.useFakeTimers()
  try {
    touch(message, 'down', [100, 0])
    act(() => void jest.advanceTimersByTime(500))
  } finally {
    jest.useRealTimers()
  }
  return { message, menu: await screen.findByRole('menu', { name: 'Actions' }) }
}

it('opens the menu after a long press, and no browser menu', async () => {
  openConversationWithKofi([aMessage({ content: 'Tea?' })])
  const { message } = await pressLong('Tea?')
  expect(fireEvent.contextMenu(message)).toBe(false)
})

it('chooses nothing when the finger is lifted above the menu, but by the next tap', async () => {
  openConversationWithKofi([aMessage({ content: 'Tea?' })])
  const { menu } = await pressLong('Tea?')
  const item = within(menu).getByRole('menuitem', { name: 'Reply' })
  touch(item, 'up', [100, 0])
  fireEvent.click(item)
  expect(screen.queryByText('Reply to Kofi Mensah')).not.toBeInTheDocument()
  touch(item, 'down', [100, 0])
  touch(item, 'up', [100, 0])
  fireEvent.click(item)
  expect(screen.getByText('Reply to Kofi Mensah')).toBeVisible()
})

it('settles a message that was just sent, and none that was loaded', async () => {
  openConversationWithKofi([aMessage({ content: 'Tea?' })])
  await userEvent.type(await findMessageField(), 'Yes{Enter}')
  const bubbleOf = async (text: string) => (await findMessage(text)).getByText(text).parentElement
  expect(await bubbleOf('Yes')).toHaveClass('settling')
  expect(await bubbleOf('Tea?')).not.toHaveClass('settling')
  expect(within(document.body).getAllByRole('article')).toHaveLength(2)
})
