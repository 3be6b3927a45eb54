import { useOutbox, useSession } from '@meadow/web'
import { useEffect, useEffectEvent } from 'react'
import { playedVoiceAction } from '../data/messages/played-voice-action.ts'
import type { ShownMessage } from '../data/messages/shown-message.ts'
import { addVoiceQueue, type PlayableVoice, readVoicePlayback, stopVoice, subscribeToVoice } from './voice-playback.ts'
import { loadVoicePositions } from './voice-positions.ts'

/**
 * Follows the player for a list of messages: marks a received recording as played when it is heard, lets the next one play by itself, and
 * stops one that is deleted.
 */
export function useVoiceQueue(messages: readonly ShownMessage[]): void {
  const outbox = useOutbox()
  const currentUserId = useSession().user?._id
  if (currentUserId) loadVoicePositions(currentUserId)
  const find = useEffectEvent((key: string) => findVoiceAfter(messages, key, currentUserId))
  const markPlayed = useEffectEvent(() => {
    const { key, isPlaying, isHeard } = readVoicePlayback()
    if (!isPlaying || !isHeard) return
    const message = messages.find((one) => one.key === key)
    if (message && isUnplayed(message, currentUserId))
      void outbox.add(playedVoiceAction, { userId: message.sender._id, messageId: message._id })
  })
  useEffect(() => addVoiceQueue((key) => find(key)), [])
  useEffect(() => subscribeToVoice(() => markPlayed()), [])
  useEffect(() => {
    const { key } = readVoicePlayback()
    if (key !== undefined && messages.some((message) => message.key === key && message.deletedAt)) stopVoice(key)
  }, [messages])
}

/** Returns true for a received recording that the member has not played. Services that do not store plays say nothing of it. */
export const isUnplayed = ({ voice, sender, deletedAt }: ShownMessage, memberId: string | undefined): boolean =>
  voice?.isPlayed === false && !deletedAt && sender._id !== memberId

/**
 * Returns the first recording after a message that the member has not played. Anything else than recordings and deleted messages between
 * them ends the search.
 */
export function findVoiceAfter(
  messages: readonly ShownMessage[],
  key: string,
  memberId: string | undefined,
): PlayableVoice | undefined {
  const index = messages.findIndex((message) => message.key === key)
  if (index < 0) return undefined
  const following = messages.slice(index + 1)
  const end = following.findIndex(({ voice, deletedAt }) => !voice && !deletedAt)
  const next = following
    .slice(0, end < 0 ? following.length : end)
    .find((message) => isUnplayed(message, memberId) && message.voice?.url)
  return next?.voice?.url ? { key: next.key, url: next.voice.url } : undefined
}
