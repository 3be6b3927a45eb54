import {
  matchLine,
  type PictureText,
  type TuneText,
  toBlocks,
  toPictureText,
  toTuneText,
  toVideoText,
  type VideoText,
} from './blocks.ts'

export type MessageText = {
  by: string
  content: string | PictureText | TuneText | VideoText
  /** The distance to the quoted message: 1 is the message before this one. */
  quotes: number | undefined
  /** The recipient's reaction, an emoji. */
  reaction: string | undefined
  /** Minutes since the message before; undefined: as long as it takes to type. */
  pauseMinutes: number | undefined
}

/** A conversation between two members, as written in texts/conversations. */
export type ConversationText = {
  between: [string, string]
  /** Minutes since the last message. */
  ageMinutes: number
  /** The number of unread messages at the end. */
  unread: number
  /** Messages after the first one disappear after so many days; undefined if they stay. */
  disappearsAfterDays: 1 | 7 | undefined
  /** A message request of the second member, whom the first does not follow and has not answered. */
  isRequest: boolean
  messages: MessageText[]
}

const HEAD =
  /^(?<one>[a-z0-9_.]+) \+ (?<other>[a-z0-9_.]+), (?<age>\d+[mhd])(?:, unread (?<unread>\d+))?(?<request>, request)?(?:, disappears (?<days>[17])d)?$/
const LINE = /^(?<by>[a-z0-9_.]+)(?: \^(?<quotes>\d+))?: (?<text>.+)$/
const MINUTES = { m: 1, h: 60, d: 24 * 60 } as const

export const parseConversations = (text: string): ConversationText[] => toBlocks(text).map(toConversation)

function toConversation([head = '', ...lines]: string[]): ConversationText {
  const { one = '', other = '', age = '', unread, days, request } = matchLine(HEAD, head)
  const messages: MessageText[] = []
  let pauseMinutes: number | undefined
  for (const line of lines) {
    const last = messages.at(-1)
    if (line.startsWith('-- ')) pauseMinutes = toMinutes(line.slice(3))
    else if (line.startsWith('+ ') && last) last.reaction = line.slice(2)
    else {
      const { by = '', quotes, text = '' } = matchLine(LINE, line)
      const quoted = quotes === undefined ? undefined : Number(quotes)
      messages.push({ by, content: toContent(text), quotes: quoted, reaction: undefined, pauseMinutes })
      pauseMinutes = undefined
    }
  }
  const disappearsAfterDays = days === undefined ? undefined : days === '1' ? 1 : 7
  const isRequest = request !== undefined
  return {
    between: [one, other],
    ageMinutes: toMinutes(age),
    unread: isRequest ? messages.length : Number(unread ?? 0),
    isRequest,
    disappearsAfterDays,
    messages,
  }
}

function toContent(text: string): MessageText['content'] {
  if (text.startsWith('[')) return toVideoText(text) ?? toPictureText(text)
  return text.startsWith('♪') ? toTuneText(text) : text
}

const toMinutes = (age: string): number => Number.parseInt(age, 10) * MINUTES[age.at(-1) as keyof typeof MINUTES]
