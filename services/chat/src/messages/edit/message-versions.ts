import type { CallResponse, calls, TextFacet } from '@meadow/contracts'
import { DomainError } from '@meadow/service'
import { MAX_STORED_EDITS } from './edit-message.ts'

/** A stored message, as far as its texts need it. */
type VersionedMessage = {
  content: string
  facets: TextFacet[]
  createdAt: Date
  editedAt: Date | null
  deletedAt: Date | null
}

/** An earlier text, and the time at which an edit replaced it. */
type EarlierText = { content: string; editedAt: Date }

/** A message with its earlier texts, newest first. */
export type MessageTexts = { message: VersionedMessage; earlier: readonly EarlierText[] }

/** Reads a message and its earlier texts for a member of its conversation, if that is a direct one. Returns undefined for anybody else. */
export type ReadMessageTexts = (messageId: string, viewer: { _id: string }) => Promise<MessageTexts | undefined>

/**
 * Returns all texts of a message, the current one first, each with the time at which it was written: that is when the text before it was
 * replaced. Of the oldest text that is stored this time may be gone, so that it is left out if older ones may have been.
 * @throws message_not_found if there is no message, or it was deleted
 */
export function toMessageVersions(texts: MessageTexts | undefined): CallResponse<typeof calls.listMessageVersions> {
  if (!texts || texts.message.deletedAt) throw new DomainError('message_not_found')
  const { message, earlier } = texts
  const { content, facets, createdAt } = message
  const hasMore = earlier.length >= MAX_STORED_EDITS
  const shown = hasMore ? earlier.slice(0, MAX_STORED_EDITS - 1) : earlier
  const toWrittenAt = (index: number) => (earlier[index]?.editedAt ?? createdAt).toISOString()
  return {
    versions: [
      { content, ...(facets.length > 0 && { facets }), writtenAt: toWrittenAt(0) },
      ...shown.map((text, index) => ({ content: text.content, writtenAt: toWrittenAt(index + 1) })),
    ],
    hasMore,
  }
}
