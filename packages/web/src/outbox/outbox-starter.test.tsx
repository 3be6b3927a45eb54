import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { registerOutboxKind } from '@meadow/outbox'
import { createNoteKind, type NoteData } from '@meadow/outbox/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { aMember } from '../testing/fixtures.ts'
import { fakeApi, renderPage } from '../testing/index.ts'
import { useOutbox, useOutboxEntries } from './use-outbox.ts'

const note = createNoteKind()
registerOutboxKind(note)

function Notes() {
  const outbox = useOutbox()
  const entries = useOutboxEntries<NoteData>(note)
  return (
    <>
      <button type="button" onClick={() => void outbox.add(note, { subject: 'garden', text: 'Water the roses' })}>
        Add
      </button>
      {entries.map(({ id, data }) => (
        <button key={id} type="button" onClick={() => void outbox.discard(id)}>
          Discard {data.text}
        </button>
      ))}
    </>
  )
}

beforeEach(() => {
  localStorage.clear()
  globalThis.indexedDB = new IDBFactory()
  fakeApi({ 'GET /auth/me': () => aMember(), 'POST /messages': () => 'no network' })
})
afterEach(() => {
  jest.restoreAllMocks()
})

it('says so if the browser cannot delete a discarded action, which stays', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
  renderPage(<Notes />)
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  const discard = await screen.findByRole('button', { name: 'Discard Water the roses' })
  jest.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError')
  })
  await userEvent.click(discard)
  expect(await screen.findByText("Couldn't delete this. Please try again.")).toBeVisible()
  expect(discard).toBeVisible()
  jest.restoreAllMocks()
  await userEvent.click(discard)
  await waitFor(() => expect(discard).not.toBeInTheDocument())
})
