import { type OutboxKind, registerOutboxKind } from '@meadow/web'
import { isMessageQuery } from '../query-keys.ts'
import { applyVoicePlay, updateMessages, withPlayedVoice } from '../sync/apply-push.ts'
import { changeMessageLocally } from './message-window.ts'

type PlayedVoiceData = { userId: string; messageId: string }

/** Marks a received voice message as played. */
export const playedVoiceAction: OutboxKind<PlayedVoiceData, { rev: number }> = {
  name: 'played-voice',
  plan: ({ userId, messageId }) => ({
    lane: `read mark ${userId}`,
    requests: [{ call: 'PUT /messages/:id/played', params: { id: messageId } }],
    replaceKey: `played-voice ${messageId}`,
  }),
  show: (cache, { data: { userId, messageId } }) =>
    updateMessages(cache, userId, (known) => changeMessageLocally(known, messageId, withPlayedVoice)),
  isShownIn: isMessageQuery,
  getSubject: ({ data: { messageId } }) => `played voice ${messageId}`,
  settle: (cache, { memberId, data: { userId, messageId } }, { rev }) =>
    applyVoicePlay(cache, { messageId, userId, listenerId: memberId, rev }),
  describeRefusal: () => '', // members need not know
  onRefusal: 'drop',
}
registerOutboxKind(playedVoiceAction)
