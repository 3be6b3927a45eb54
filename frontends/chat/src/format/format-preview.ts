import type { ConversationView, MessageView } from '@meadow/contracts/browser'
import { cutText } from '@meadow/contracts/visible-text'
import { isLastMessageHidden } from '../data/messages/hidden-message.ts'
import { t } from '../texts.ts'
import { formatLastSystemLine } from './format-system-line.ts'

type PreviewedMessage = Pick<MessageView, 'content' | 'messageType'> & {
  deletedAt?: string | null
  pictureCount?: number
  pictures?: readonly unknown[]
}

/** Returns the maximum number of characters of a preview for a window width in pixels. */
export function getPreviewLength(width: number): number {
  if (width < 360) return 28
  if (width < 420) return 34
  if (width < 640) return 42
  return width < 768 ? 54 : 60
}

/** Formats a message as one line. */
export function formatMessageLine(message: PreviewedMessage): string {
  const { content, messageType, deletedAt, pictures, pictureCount = pictures?.length ?? 1 } = message
  if (deletedAt) return t('preview.deleted')
  if (messageType === 'image') {
    const line = t('preview.pictures', { count: Math.max(1, pictureCount) })
    return content ? t('preview.caption', { pictures: line, text: content.replace(/\s+/g, ' ') }) : line
  }
  if (messageType === 'voice') return t('preview.voice')
  if (messageType === 'video') return t('preview.video')
  return formatMessageText({ content, messageType }).replace(/\s+/g, ' ')
}

/** Returns the text of a message. A type that this page does not know may come without one. */
export const formatMessageText = ({ content, messageType }: PreviewedMessage): string =>
  content || (messageType === 'text' ? '' : t('message.unknownType'))

/** Formats the last message of a conversation for the list. */
export function formatConversationPreview(
  conversation: ConversationView,
  currentUserId: string | undefined,
  width: number,
): string {
  const { lastMessage } = conversation
  if (!lastMessage) return t('inbox.nothingYet')
  if (isLastMessageHidden(conversation)) return t('inbox.noRecent')
  const systemLine = formatLastSystemLine(conversation, currentUserId)
  if (systemLine !== undefined) return truncateGraphemes(systemLine, getPreviewLength(width))
  const line = formatMessageLine(lastMessage)
  const text = lastMessage.sender === currentUserId ? t('inbox.you', { text: line }) : line
  return truncateGraphemes(text, getPreviewLength(width))
}

/** Formats the text that the member has begun in a conversation for the list. */
export const formatDraftPreview = (text: string, width: number): string =>
  truncateGraphemes(t('inbox.draft', { text: cutText(text.trim(), 200).replace(/\s+/g, ' ') }), getPreviewLength(width))

/** Truncates by graphemes, so that no emoji is cut in half. */
function truncateGraphemes(text: string, length: number): string {
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
  return characters.length <= length ? text : `${characters.slice(0, length).join('').trimEnd()}…`
}
