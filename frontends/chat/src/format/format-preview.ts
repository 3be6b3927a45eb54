import type { ConversationView } from '@meadow/contracts'
import { t } from '../texts.ts'

type PreviewedMessage = { content: string; messageType: 'text' | 'image'; deletedAt?: string | null }

/** How many characters of the last message a window of this width has room for. */
export function getPreviewLength(width: number): number {
  if (width < 360) return 28
  if (width < 420) return 34
  if (width < 640) return 42
  return width < 768 ? 54 : 60
}

/** A message in one line. */
export function formatMessageLine({ content, messageType, deletedAt }: PreviewedMessage): string {
  if (deletedAt) return t('preview.deleted')
  return messageType === 'image' ? t('preview.photo') : content.replace(/\s+/g, ' ')
}

/** What the list shows of a conversation's last message; `you` is the member's id. */
export function formatConversationPreview(
  { lastMessage }: ConversationView,
  you: string | undefined,
  width: number,
): string {
  if (!lastMessage) return t('inbox.nothingYet')
  const said = formatMessageLine(lastMessage)
  const text = lastMessage.sender === you ? t('inbox.you', { text: said }) : said
  return truncateGraphemes(text, getPreviewLength(width))
}

/** By what is read as one character: half an emoji is not a text. */
function truncateGraphemes(text: string, length: number): string {
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
  return characters.length <= length ? text : `${characters.slice(0, length).join('').trimEnd()}…`
}
