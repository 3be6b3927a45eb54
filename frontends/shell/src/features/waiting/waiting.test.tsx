import { beforeEach, expect, it } from '@jest/globals'
import { type OutboxKind, registerOutboxKind, useOutbox, useOutboxStatus } from '@meadow/web'
import { aMember, type FakeApi, fakeApi, renderPage } from '@meadow/web/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLogOut } from '../../app-layout/use-log-out.ts'
import { openWaitingDialog } from '../../waiting-dialog-state.ts'
import { WaitingDialogs } from './waiting-dialogs.tsx'

const message: OutboxKind<{ text: string }> = {
  name: 'message',
  plan: ({ text }, id) => ({
    lane: text,
    requests: [{ call: 'POST /messages', body: { content: text, recipientId: 'kofi', clientMessageId: id } }],
    description: text,
  }),
  settle: () => undefined,
  describeRefusal: () => 'Kofi has to follow you first.',
}
registerOutboxKind(message)
const lateMessage = { ...message, name: 'late-message' }

function Page() {
  const outbox = useOutbox()
  const logOut = useLogOut()
  const { waiting, refused } = useOutboxStatus()
  return (
    <>
      <button type="button" onClick={() => void outbox.add(message, { text: 'Hello' })}>
        Say hello
      </button>
      <button type="button" onClick={() => void outbox.add(message, { text: 'Bye' })}>
        Say bye
      </button>
      <button type="button" onClick={() => void outbox.add(lateMessage, { text: 'Later' })}>
        Say it later
      </button>
      <button type="button" onClick={logOut}>
        Leave
      </button>
      <button type="button" onClick={() => openWaitingDialog('list')}>
        Show {waiting + refused}
      </button>
      <WaitingDialogs />
    </>
  )
}
const click = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const refusal = { refuse: { status: 403, code: 'not_mutual', error: 'Not allowed' } } as const
let network: FakeApi

beforeEach(() => {
  localStorage.clear()
  network = fakeApi({
    'GET /auth/me': () => aMember(),
    'POST /auth/logout': () => ({ ok: true as const }),
    'POST /messages': () => 'no network',
  })
})

it('asks before it deletes what has not been sent', async () => {
  renderPage(<Page />)
  await click('Say hello')
  await click('Say bye')
  await screen.findByRole('button', { name: 'Show 2' })
  await click('Leave')
  const question = within(await screen.findByRole('dialog', { name: '2 messages have not been sent' }))
  expect(question.getByText('Log out and delete them?')).toBeVisible()
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  expect(network.count('POST /auth/logout')).toBe(0)
  await click('Leave')
  await userEvent.click(await screen.findByRole('button', { name: 'Log out and delete' }))
  await waitFor(() => expect(network.count('POST /auth/logout')).toBe(1))
  expect(localStorage.getItem('userId')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Show 2' })).not.toBeInTheDocument()
})

it('lists what waits and what was refused, with Retry and Delete', async () => {
  network.respondWith({
    'POST /messages': ({ body }) => ((body as { content: string }).content === 'Bye' ? refusal : 'no network'),
  })
  renderPage(<Page />)
  await click('Say hello')
  await click('Say bye')
  await userEvent.click(await screen.findByRole('button', { name: 'Show 2' }))
  const list = within(await screen.findByRole('dialog', { name: 'Waiting to be sent' }))
  expect(list.getByText('Hello')).toBeVisible()
  expect(await list.findByText('Not sent. Kofi has to follow you first.')).toBeVisible()
  const countByes = () => network.calls.filter(({ body }) => (body as { content?: string })?.content === 'Bye').length
  expect(countByes()).toBe(1)
  await userEvent.click(list.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(countByes()).toBe(2))
  for (let left = 2; left > 0; left -= 1) {
    await waitFor(() => expect(list.getAllByRole('button', { name: 'Delete' })).toHaveLength(left))
    await userEvent.click(list.getAllByRole('button', { name: 'Delete' })[0] as HTMLElement)
  }
  expect(await list.findByText('Nothing is waiting.')).toBeVisible()
})

it("shows the server's words for a refusal until the front end of the action is loaded", async () => {
  network.respondWith({ 'POST /messages': () => refusal })
  renderPage(<Page />)
  await click('Say it later')
  await userEvent.click(await screen.findByRole('button', { name: 'Show 1' }))
  const list = within(await screen.findByRole('dialog', { name: 'Waiting to be sent' }))
  expect(await list.findByText('Not sent. Not allowed')).toBeVisible()
  await act(async () => registerOutboxKind(lateMessage))
  expect(list.getByText('Not sent. Kofi has to follow you first.')).toBeVisible()
})
