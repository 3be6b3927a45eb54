import type { MessageView } from '@meadow/contracts'
import type { ChatPage } from './chat-page.ts'

/** A message as somebody who looks at it sees it. */
export type ShownMessage = {
  text: string
  isEdited: boolean
  isInThread: boolean
  quoted: string | null
  replies: number
  /** Each emoji, how often, and whether one is one's own. */
  reactions: string[]
}

const DELETED = 'This message was deleted'

/**
 * What a page shows of a conversation, the first message first; all of it has to be on the screen. What was refused, an
 * answer to something that was deleted meanwhile, say, is shown to who wrote it alone and left out here.
 */
export const messagesIn = ({ log }: ChatPage): Promise<ShownMessage[]> =>
  log.evaluate((it) => {
    const place = (article: Element) => Number(article.closest<HTMLElement>('[data-index]')?.dataset['index'])
    const texts = (article: Element, selector: string) =>
      [...article.querySelectorAll(selector)].map(({ textContent }) => textContent)
    return [...it.querySelectorAll('article')]
      .filter((article) => !article.textContent.includes('Not sent'))
      .toSorted((one, other) => place(one) - place(other))
      .map((article) => ({
        text: texts(article, 'p').join(),
        isEdited: texts(article, 'span').includes('Edited · '),
        isInThread: texts(article, 'button').includes('In a thread'),
        quoted: texts(article, 'button[title^="Show the quoted"] span')[0] ?? null,
        replies: Number.parseInt(texts(article, 'button').find((text) => / repl(y|ies)$/.test(text)) ?? '0', 10),
        reactions: [...article.querySelectorAll('button[aria-pressed]')]
          .map((button) => button.getAttribute('aria-label')?.replace(/\. Press.*/, '') ?? '')
          .toSorted(),
      }))
  })

/** What has to be shown of a message to the member with the id `viewer`. */
export const asShown = (message: MessageView, viewer: string): ShownMessage => ({
  text: message.deletedAt ? DELETED : message.content,
  isEdited: message.edited,
  isInThread: message.threadId !== null,
  quoted: message.replyTo?.content ?? null,
  replies: message.threadCount,
  reactions: [...Map.groupBy(message.reactions, ({ emoji }) => emoji)]
    .map(([emoji, all]) => {
      const isOwn = all.some(({ user }) => user === viewer)
      return `${emoji}, ${all.length}${isOwn ? ', one is yours' : ''}`
    })
    .toSorted(),
})
