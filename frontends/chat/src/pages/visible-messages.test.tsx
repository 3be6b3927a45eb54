import { beforeEach, describe, expect, it } from '@jest/globals'
import { fakeIntersectionObserver } from '@meadow/features/testing'
import { createFakeSocketChannel } from '@meadow/web/testing'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { createMessagePage, findMessage } from '../testing/chat-page-queries.ts'
import { aConversation, aMessage, ann } from '../testing/fixtures.ts'
import { renderChat } from '../testing/render-chat.tsx'

beforeEach(() => {
  fakeIntersectionObserver()
  setVisibility('visible')
})

// the pane shows 800 px, and a row of the tests has 50 px
const messages = createMessagePage(
  ...Array.from({ length: 30 }, (_, index) => aMessage({ content: `Line ${index + 1}` })),
)

/** Opens a conversation with 30 unread messages, of which about the first 15 fit on the screen. */
function openUnread() {
  const conversation = aConversation({ rev: 30, unreadCount: 30, last: { seq: 30 } })
  const readUpTo: number[] = []
  const socketChannel = createFakeSocketChannel()
  renderChat(
    '/chat/kofi',
    {
      'GET /messages/:id': () => messages,
      'GET /messages/conversations/:userId': () => ({
        conversation: { ...conversation, unreadCount: 30 - Math.max(0, ...readUpTo), rev: 30 + readUpTo.length },
      }),
      'PUT /messages/:id/read': ({ path }) => {
        const upToSeq = messages.messages.findIndex(({ _id }) => path.includes(_id)) + 1
        readUpTo.push(upToSeq)
        const unreadCount = 30 - upToSeq
        return { unreadCount, total: unreadCount, changeSeq: readUpTo.length, upToSeq, rev: 30 + readUpTo.length }
      },
    },
    socketChannel,
  )
  return { readUpTo, socketChannel }
}

async function scrollTo(top: number, scrollHeight = 1_600): Promise<void> {
  const log = await screen.findByRole('log')
  Object.defineProperty(log, 'scrollHeight', { configurable: true, value: scrollHeight })
  log.scrollTop = top
  fireEvent.scroll(log)
}

describe('a read mark', () => {
  it('is not sent for messages below the end of the screen, and follows when they are scrolled there', async () => {
    const { readUpTo } = openUnread()
    await findMessage('Line 1')
    await scrollTo(0)
    await waitFor(() => expect(readUpTo.at(-1)).toBeGreaterThan(5))
    expect(Math.max(...readUpTo)).toBeLessThan(20)
    await scrollTo(800)
    await waitFor(() => expect(readUpTo.at(-1)).toBe(30))
  })

  it('is sent for what is on the screen when a hidden tab becomes visible', async () => {
    setVisibility('hidden')
    const { readUpTo } = openUnread()
    await findMessage('Line 1')
    await scrollTo(0)
    setVisibility('visible')
    await waitFor(() => expect(readUpTo.at(-1)).toBeGreaterThan(5))
    expect(Math.max(...readUpTo)).toBeLessThan(20)
  })
})

describe('the end of the list', () => {
  const findButton = () => screen.queryByRole('button', { name: 'Jump to latest message' })

  it('stays on the screen when late heights of rows move the position, also before a message from another own device', async () => {
    const { socketChannel } = openUnread()
    await findMessage('Line 1')
    await scrollTo(800)
    await scrollTo(700, 1_900) // measured rows: not the member
    expect(findButton()).not.toBeInTheDocument()
    const log = await screen.findByRole('log')
    log.scrollTo = (options) => void Object.assign(log, { scrollTop: (options as ScrollToOptions).top })
    await socketChannel.receive('messageSent', aMessage({ sender: ann, content: 'From my phone', seq: 31, rev: 31 }))
    await waitFor(() => expect(log.scrollTop).toBeGreaterThan(700))
  })

  it('is left by a member who scrolls up, also while heights change', async () => {
    openUnread()
    await findMessage('Line 1')
    await scrollTo(800)
    fireEvent.wheel(await screen.findByRole('log'))
    await scrollTo(700, 1_900)
    await waitFor(() => expect(findButton()).toBeVisible())
  })
})

function setVisibility(visibilityState: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibilityState })
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}
