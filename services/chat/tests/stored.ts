import { randomUUID } from 'node:crypto'
import type { NewMessage } from '../src/messages/message.ts'

/** What somebody sends, as it comes to the store. */
export const aMessage = (more: Partial<NewMessage> = {}): NewMessage => ({
  ...{ _id: randomUUID(), clientMessageId: undefined, fingerprint: 'same', content: 'Hi', createdAt: new Date() },
  ...{ messageType: 'text', picture: undefined, replyTo: undefined, threadId: undefined, ...more },
})
