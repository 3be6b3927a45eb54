import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { aPictureFile, fakeIntersectionObserver } from '@meadow/features/testing'
import { setUndoSend, UNDO_SEND_MS } from '@meadow/features/undo-send'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { messageAction } from '../data/messages/use-send-message.ts'
import { findMessage, findMessageField, openConversationWithKofi } from '../testing/chat-page-queries.ts'
import { aMessage, ann, kofi } from '../testing/fixtures.ts'
import { findLastToChange, getMessageHold, isReturnedByUndo } from './message-hold.ts'

beforeEach(() => {
  fakeIntersectionObserver()
  globalThis.indexedDB = new IDBFactory()
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => undefined
})

const text = { recipientId: kofi._id, content: 'Hello', pictures: [], replyTo: null, threadId: null }

/** Opens the conversation with Kofi in a browser that holds messages. */
function openHolding() {
  const network = openConversationWithKofi([aMessage({ content: 'Coming?' })])
  network.respondWith({
    'POST /messages': ({ body }) => ({ message: { ...aMessage({ sender: ann }), ...(body as object) } }),
  })
  setUndoSend(true) // `renderChat` empties the storage
  return network
}

describe('a message of a browser that has Undo send on', () => {
  it('is held for five seconds; others are not', () => {
    setUndoSend(false)
    expect(messageAction.plan({ ...text, ...getMessageHold() }, 'id')).not.toHaveProperty('holdMs')
    setUndoSend(true)
    expect(messageAction.plan({ ...text, ...getMessageHold() }, 'id')).toMatchObject({ holdMs: UNDO_SEND_MS })
  })

  it('is shown at once, and goes back into the composer with what was typed since', async () => {
    const network = openHolding()
    await userEvent.type(await findMessageField(), 'I am on my wya{Enter}')
    const message = await findMessage('I am on my wya')
    fireEvent.change(await findMessageField(), { target: { value: 'See you' } })
    const undo = await message.findByRole('button', { name: 'Undo' })
    fireEvent.click(undo)
    fireEvent.click(undo)
    await waitFor(async () => expect(await findMessageField()).toHaveValue('See you\nI am on my wya'))
    expect(screen.queryByText('Your message was sent already.')).not.toBeInTheDocument()
    expect(within(screen.getByRole('log')).queryByText('I am on my wya')).not.toBeInTheDocument()
    expect(network.count('POST /messages')).toBe(0)
  })

  it('goes back with its pictures and the message that it replies to', async () => {
    const network = openHolding()
    await userEvent.click((await findMessage('Coming?')).getByRole('button', { name: 'Reply' }))
    await userEvent.upload(screen.getByLabelText('Add pictures', { selector: 'input' }), [aPictureFile('barn.png')])
    await screen.findByRole('list', { name: 'Pictures to send' })
    await userEvent.type(await findMessageField(), 'Look{Enter}')
    const message = await findMessage('Look')
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
    fireEvent.click(await message.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('list', { name: 'Pictures to send' })).toBeVisible()
    expect(screen.getByText(`Reply to ${kofi.fullName}`)).toBeVisible()
    expect(network.count('POST /messages/image')).toBe(0)
  })

  it('is taken back by the Up key, instead of an edit of an earlier one', async () => {
    openHolding()
    await userEvent.type(await findMessageField(), 'Yes{Enter}')
    await (await findMessage('Yes')).findByRole('button', { name: 'Undo' })
    fireEvent.keyDown(await findMessageField(), { key: 'ArrowUp' })
    await waitFor(async () => expect(await findMessageField()).toHaveValue('Yes'))
    expect(screen.queryByText('Edit message')).not.toBeInTheDocument()
  })
})

it('a recording or a forwarded message does not go into the composer', () => {
  expect(isReturnedByUndo({ messageType: 'text' })).toBe(true)
  expect(isReturnedByUndo({ messageType: 'video' })).toBe(true)
  expect(isReturnedByUndo({ messageType: 'voice' })).toBe(false)
  expect(isReturnedByUndo({ messageType: 'text', isForwarded: true })).toBe(false)
})

it('the Up key changes the last message that returns to its composer', () => {
  const sent = { messageType: 'text', threadId: null }
  const reply = { messageType: 'text', threadId: 'root', isHeld: true }
  const voice = { messageType: 'voice', threadId: null, isHeld: true }
  expect(findLastToChange([sent, reply, voice], null, () => true)).toBe(sent)
  expect(findLastToChange([sent, reply, voice], 'root', () => true)).toBe(reply)
})
