import type { MessageView } from '@meadow/contracts/browser'
import { trimText } from '@meadow/contracts/visible-text'
import { useOutbox, useOutboxEntries, useSession } from '@meadow/web'
import { deleteMessageAction } from './delete-message-action.ts'
import { type EditMessageData, editMessageAction } from './edit-message-action.ts'
import { messageLinkPreviewAction } from './message-link-preview-action.ts'
import { hasReaction, reactionAction } from './reaction-action.ts'
import { starAction } from './star-action.ts'

/** Returns functions that change messages of the conversation with `userId`: shown at once, sent now or later. */
export function useChangeMessage(userId: string) {
  const outbox = useOutbox()
  const memberId = useSession().user?._id ?? ''
  const entries = useOutboxEntries<EditMessageData>(editMessageAction)
  return {
    /** The text that the message has already withdraws a refused edit. */
    edit({ _id, content, facets = [], edited }: MessageView, text: string): void {
      const newContent = trimText(text)
      if (newContent !== content) {
        void outbox.add(editMessageAction, {
          userId,
          messageId: _id,
          content: newContent,
          previous: { content, facets, edited },
        })
        return
      }
      const refused = entries.find(({ data, refusal }) => data.messageId === _id && refusal !== null)
      if (refused) void outbox.discard(refused.id)
    },
    remove: (message: MessageView) => void outbox.add(deleteMessageAction, { userId, message }),
    /** Removes the card of the link of a message, or shows it again. */
    setLinkPreview: ({ _id }: MessageView, isShown: boolean) =>
      void outbox.add(messageLinkPreviewAction, { userId, messageId: _id, isShown }),
    /** Stars the message, or removes the star. */
    setStar: ({ _id }: MessageView, isStarred: boolean) =>
      void outbox.add(starAction, { userId, messageId: _id, isStarred }),
    /** Adds an own reaction, or removes it if it is there. */
    react: (message: MessageView, emoji: string) =>
      void outbox.add(reactionAction, {
        userId,
        messageId: message._id,
        emoji,
        isAdded: !hasReaction(message, memberId, emoji),
      }),
  }
}
