import { blocksOf, matchLine } from './blocks.ts'
import { type Drawn, toDrawn } from './posts.ts'

export type Said = {
  by: string
  /** A text or a picture. */
  what: string | Drawn
  /** How many messages before this one is the quoted one. */
  quotes: number | undefined
  /** What the other put under it. */
  reaction: string | undefined
  /** How many minutes passed before it, where that matters. */
  pause: number | undefined
}

/** What two people wrote to each other, as written in texts/talks. */
export type TalkText = {
  between: [string, string]
  /** How many minutes ago the last message came. */
  age: number
  /** How many of the last messages were not read yet. */
  unread: number
  said: Said[]
}

const HEAD = /^(?<one>[a-z0-9_.]+) \+ (?<other>[a-z0-9_.]+), (?<age>\d+[mhd])(?:, unread (?<unread>\d+))?$/
const LINE = /^(?<by>[a-z0-9_.]+)(?: \^(?<quotes>\d+))?: (?<text>.+)$/
const MINUTES = { m: 1, h: 60, d: 24 * 60 } as const

export const readTalks = (text: string): TalkText[] => blocksOf(text).map(toTalk)

function toTalk([head = '', ...lines]: string[]): TalkText {
  const { one = '', other = '', age = '', unread } = matchLine(HEAD, head)
  const said: Said[] = []
  let pause: number | undefined
  for (const line of lines) {
    const last = said.at(-1)
    if (line.startsWith('-- ')) pause = toMinutes(line.slice(3))
    else if (line.startsWith('+ ') && last) last.reaction = line.slice(2)
    else {
      const { by = '', quotes, text = '' } = matchLine(LINE, line)
      const what = text.startsWith('[') ? toDrawn(text) : text
      said.push({ by, what, quotes: quotes === undefined ? undefined : Number(quotes), reaction: undefined, pause })
      pause = undefined
    }
  }
  return { between: [one, other], age: toMinutes(age), unread: Number(unread ?? 0), said }
}

const toMinutes = (age: string): number => Number.parseInt(age, 10) * MINUTES[age.at(-1) as keyof typeof MINUTES]
