import type { MessageView } from '@meadow/contracts/browser'
import { useOutbox, useSession } from '@meadow/web'
import { deleteMessageAction } from './delete-message-action.ts'
import { editMessageAction } from './edit-message-action.ts'
import { hasReaction, reactionAction } from './reaction-action.ts'

/** Returns functions that change messages of the conversation with `userId`: shown at once, sent now or later. */
export function useChangeMessage(userId: string) {
  const outbox = useOutbox()
  const memberId = useSession().user?._id ?? ''
  return {
    edit: ({ _id, content, edited }: MessageView, text: string) =>
      void outbox.add(editMessageAction, {
        userId,
        messageId: _id,
        content: text.trim(),
        previous: { content, edited },
      }),
    remove: (message: MessageView) => void outbox.add(deleteMessageAction, { userId, message }),
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
