import type { MessageView } from '@meadow/contracts/browser'
import type { FakeSocketChannel } from '@meadow/web/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { aConversation } from './fixtures.ts'
import { renderChat } from './render-chat.tsx'

/** Creates a page of messages whose `seq` and `rev` count from 1. */
export const createMessagePage = (...messages: MessageView[]) => ({
  messages: messages.map((message, index) => ({ ...message, seq: index + 1, rev: index + 1 })),
  hasMore: false,
  hasNewer: false,
  rev: messages.length,
})

/** Renders the conversation with Kofi, with these messages. */
export const openConversationWithKofi = (messages: MessageView[], socketChannel?: FakeSocketChannel) => {
  const conversation = aConversation({ rev: messages.length })
  const handlers = {
    'GET /messages/:id': () => createMessagePage(...messages),
    'GET /messages/conversations/:userId': () => ({ conversation }),
    'GET /messages/conversations': () => ({
      conversations: [conversation],
      pagination: { hasMore: false },
      nextCursor: null,
    }),
  }
  return renderChat('/chat/kofi', handlers, socketChannel)
}

/** Finds the text field of the conversation with Kofi. */
export const findMessageField = () => screen.findByRole('textbox', { name: 'Message Kofi Mensah' })

/** Finds the list of messages. */
const findMessageLog = () => screen.findByRole('log', { name: 'Messages with Kofi Mensah' })

/** Finds a message by its text. Returns the queries within it. */
export const findMessage = async (text: string) => {
  const shown = await within(await findMessageLog()).findByText(text)
  return within(shown.closest('article') as HTMLElement)
}

/** Chooses an item of the menu of a message. */
export const chooseMessageAction = async (text: string, item: string) => {
  await userEvent.click((await findMessage(text)).getByRole('button', { name: 'Actions' }))
  await userEvent.click(screen.getByRole('menuitem', { name: item }))
}
