import { blocksOf, matchLine } from './blocks.ts'

/** A picture that is drawn: which scene, which of its kind, and what one sees. */
export type Drawn = { scene: string; seed: number; alt: string }

/** A post with what was said about it, as written in texts/posts. */
export type PostText = {
  by: string
  /** The hour of the day at which it belongs; any when it does not matter. */
  hour: number | undefined
  /** How many hours after the post before it, where that matters. */
  after: number | undefined
  content: string
  picture: Drawn | undefined
  comments: { by: string; text: string }[]
}

const HEAD = /^@(?<by>[a-z0-9_.]+)(?: (?<hour>\d+)h)?(?: \+(?<after>\d+)h)?$/
const PICTURE = /^\[(?<scene>[a-z]+) (?<seed>\d+)\] (?<alt>.+)$/
const COMMENT = /^- (?<by>[a-z0-9_.]+): (?<text>.+)$/

export const readPosts = (text: string): PostText[] => blocksOf(text).map(toPost)

function toPost([head = '', ...lines]: string[]): PostText {
  const { by = '', hour, after } = matchLine(HEAD, head)
  const drawn = lines.filter((line) => line.startsWith('['))
  const said = lines.filter((line) => line.startsWith('- '))
  const told = lines.filter((line) => !drawn.includes(line) && !said.includes(line))
  return {
    by,
    hour: toNumber(hour),
    after: toNumber(after),
    content: told.join('\n\n'),
    picture: drawn[0] === undefined ? undefined : toDrawn(drawn[0]),
    comments: said.map((line) => {
      const { by = '', text = '' } = matchLine(COMMENT, line)
      return { by, text }
    }),
  }
}

const toNumber = (text: string | undefined) => (text === undefined ? undefined : Number(text))

export function toDrawn(line: string): Drawn {
  const { scene = '', seed, alt = '' } = matchLine(PICTURE, line)
  return { scene, seed: Number(seed), alt }
}
