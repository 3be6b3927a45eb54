import type { Said, TalkText } from '../texts/talks.ts'
import type { Chance } from './chance.ts'

export type PlannedMessage = Said & { at: Date; isRead: boolean }
export type PlannedTalk = { between: [string, string]; messages: PlannedMessage[] }

const MINUTE = 60_000
/** As long as it takes to say something. */
const PER_LETTER = 220

/** When everything was said: quickly while both are there, the last message at the age that is written. Oldest first. */
export function planTalks({ talks, now, chance }: { talks: TalkText[]; now: Date; chance: Chance }): PlannedTalk[] {
  return talks
    .map(({ between, age, unread, said }) => {
      const pauses = said.map(({ pause, what }) => {
        const letters = typeof what === 'string' ? what.length : 40
        return pause === undefined ? letters * PER_LETTER + chance.rarely(3 * MINUTE) : pause * MINUTE
      })
      let passed = -pauses.slice(1).reduce((sum, pause) => sum + pause, 0)
      const last = now.getTime() - age * MINUTE
      const messages = said.map((one, i) => {
        if (i > 0) passed += pauses[i] ?? 0
        return { ...one, at: new Date(last + passed), isRead: i < said.length - unread }
      })
      return { between, messages }
    })
    .sort((a, b) => Number(a.messages[0]?.at) - Number(b.messages[0]?.at))
}
