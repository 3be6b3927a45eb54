import type { ConversationText, MessageText } from '../texts/conversations.ts'
import type { Random } from './random.ts'

/** `id` is the same for the same texts. */
export type PlannedMessage = MessageText & { at: Date; isRead: boolean }
export type PlannedConversation = Pick<ConversationText, 'between' | 'disappearsAfterDays' | 'isRequest'> & {
  id: string
  messages: PlannedMessage[]
}

const MINUTE_MS = 60_000
const TYPING_MS_PER_CHARACTER = 220
/** A picture or recording takes as long as a text of so many characters. */
const MEDIA_CHARACTERS = 40

type ConversationPlanInput = { conversations: ConversationText[]; now: Date; random: Random }

/** Gives every message its time: the last one is as old as the text says, the others come before it. */
export function planConversations({ conversations, now, random }: ConversationPlanInput): PlannedConversation[] {
  return conversations
    .map(({ between, ageMinutes, unread, disappearsAfterDays, isRequest, messages }) => {
      const pausesMs = messages.map(({ pauseMinutes, content }) => {
        const characters = typeof content === 'string' ? content.length : MEDIA_CHARACTERS
        if (pauseMinutes !== undefined) return pauseMinutes * MINUTE_MS
        return characters * TYPING_MS_PER_CHARACTER + random.exponential(3 * MINUTE_MS)
      })
      const lastAt = now.getTime() - ageMinutes * MINUTE_MS
      let offsetMs = -pausesMs.slice(1).reduce((sum, pause) => sum + pause, 0)
      const planned = messages.map((message, index) => {
        if (index > 0) offsetMs += pausesMs[index] ?? 0
        return { ...message, at: new Date(lastAt + offsetMs), isRead: index < messages.length - unread }
      })
      return { id: between.join(' + '), between, disappearsAfterDays, isRequest, messages: planned }
    })
    .sort((a, b) => Number(a.messages[0]?.at) - Number(b.messages[0]?.at))
}
