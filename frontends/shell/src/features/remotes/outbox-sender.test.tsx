import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { chatOutboxStorageKey, memberStorage } from '@meadow/web'
import { createFakeSocketChannel, fakeApi, renderPage } from '@meadow/web/testing'
import { act, screen } from '@testing-library/react'
import { OutboxSender } from './outbox-sender.tsx'

const ann = 'ann'
const part = { default: () => <p>It sends</p> }

beforeEach(() => {
  localStorage.clear()
  fakeApi()
  jest.spyOn(console, 'error').mockImplementation(() => undefined) // React logs errors that a boundary catches
})
afterEach(() => {
  jest.restoreAllMocks()
})

/** Simulates another tab that stores an unsent message. */
const storeMessage = (memberId: string) => {
  memberStorage.write(chatOutboxStorageKey(memberId), '1')
  act(() => void dispatchEvent(new StorageEvent('storage', { key: `member:${chatOutboxStorageKey(memberId)}` })))
}

it('loads the outbox module if the member has unsent messages', async () => {
  const load = jest.fn(async () => part)
  renderPage(<OutboxSender memberId={ann} load={load} />)
  storeMessage('ben')
  expect(load).not.toHaveBeenCalled()
  storeMessage(ann)
  expect(await screen.findByText('It sends')).toBeVisible()
})

it('ignores a failed load and tries again on the next connection', async () => {
  const live = createFakeSocketChannel()
  const load = jest.fn(async (attempt: number) => {
    if (attempt === 0) throw new Error('away')
    return part
  })
  const { container } = renderPage(<OutboxSender memberId={ann} load={load} />, { socketChannel: live })
  storeMessage(ann)
  await act(async () => undefined)
  expect(container).not.toHaveTextContent(/./)
  await live.resync(1)
  expect(await screen.findByText('It sends')).toBeVisible()
})
