import type { MessageView } from '@meadow/contracts'
import type { ChatPage } from './chat-page.ts'

/** A message as the page displays it. */
export type DisplayedMessage = {
  text: string
  isEdited: boolean
  isInThread: boolean
  quoted: string | null
  replies: number
  /** Each emoji with its count, and whether the viewer has chosen it. */
  reactions: string[]
}

const DELETED_TEXT = 'This message was deleted'
const DELETED_QUOTE = 'Message deleted'

/**
 * Reads the messages of a conversation that fits on the screen, oldest first. Leaves out rejected messages (for example a
 * reply to a deleted message), which only their author sees.
 */
export const readDisplayedMessages = ({ log }: ChatPage): Promise<DisplayedMessage[]> =>
  log.evaluate((element) => {
    const indexOf = (article: Element) => Number(article.closest<HTMLElement>('[data-index]')?.dataset['index'])
    const texts = (article: Element, selector: string) =>
      [...article.querySelectorAll(selector)].map(({ textContent }) => textContent)
    return [...element.querySelectorAll('article')]
      .filter((article) => !article.textContent.includes('Not sent'))
      .toSorted((one, other) => indexOf(one) - indexOf(other))
      .map((article) => ({
        text: texts(article, 'p').join(),
        isEdited: texts(article, 'span').includes('Edited · '),
        isInThread: texts(article, 'button').includes('In a thread'),
        quoted: texts(article, 'button[title^="Show the quoted"] span')[0] ?? null,
        replies: Number.parseInt(texts(article, 'button').find((text) => / repl(y|ies)$/.test(text)) ?? '0', 10),
        reactions: [...article.querySelectorAll('button[aria-pressed]')]
          .map((button) => button.getAttribute('aria-label')?.replace(/\. (Add|Remove) .*/, '') ?? '')
          .toSorted(),
      }))
  })

/** Returns how a message must be displayed to the member with the id `viewer`. */
export const toDisplayedMessage = (message: MessageView, viewer: string): DisplayedMessage => ({
  text: message.deletedAt ? DELETED_TEXT : message.content,
  isEdited: message.edited,
  isInThread: message.threadId !== null,
  quoted: message.replyTo?.deletedAt ? DELETED_QUOTE : (message.replyTo?.content ?? null),
  replies: message.threadCount,
  reactions: [...Map.groupBy(message.reactions, ({ emoji }) => emoji)]
    .map(([emoji, all]) => {
      const isOwn = all.some(({ user }) => user === viewer)
      return `${emoji}, ${all.length}${isOwn ? ', including yours' : ''}`
    })
    .toSorted(),
})
