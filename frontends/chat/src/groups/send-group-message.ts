import { trimText } from '@meadow/contracts/visible-text'
import {
  type ApiResponse,
  type OutboxKind,
  registerOutboxKind,
  type ShownOutboxEntry,
  useOutbox,
  useOutboxEntries,
} from '@meadow/web'
import { useCallback } from 'react'
import { t } from '../texts.ts'
import { applyGroupMessage } from './group-pushes.ts'

type GroupMessageData = { groupId: string; content: string }

/** A message to a group that is not sent yet. */
export type UnsentGroupMessage = ShownOutboxEntry<GroupMessageData>

/** Sends a text to a group. The list of messages shows it from the outbox itself. */
const groupMessageAction: OutboxKind<GroupMessageData, ApiResponse<'POST /messages/groups/:id/messages'>> = {
  name: 'group-message',
  plan: ({ groupId, content }, id) => ({
    lane: `group ${groupId}`,
    requests: [
      {
        call: 'POST /messages/groups/:id/messages',
        params: { id: groupId },
        body: { content, clientMessageId: id },
      },
    ],
    description: t('waiting.message', { text: content }),
  }),
  getSubject: ({ id }) => `new message ${id}`,
  settle: (cache, { memberId }, { message }) => applyGroupMessage(cache, message, memberId),
}
registerOutboxKind(groupMessageAction)

/** Returns functions that send texts to a group through the outbox: shown at once, sent in order, never twice. */
export function useSendGroupMessage(groupId: string) {
  const outbox = useOutbox()
  return {
    send: (content: string) => {
      const text = trimText(content)
      if (text) void outbox.add(groupMessageAction, { groupId, content: text })
    },
    retry: (key: string) => void outbox.retry(key),
    discard: (key: string) => void outbox.discard(key),
  }
}

/** Returns the messages to a group that are not sent yet, oldest first. */
export const useUnsentGroupMessages = (groupId: string): readonly UnsentGroupMessage[] =>
  useOutboxEntries(
    groupMessageAction,
    useCallback(({ data }) => data.groupId === groupId, [groupId]),
  )
