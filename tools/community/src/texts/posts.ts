import { matchLine, type PictureText, toBlocks, toPictureText } from './blocks.ts'

/** A post with its comments, as written in texts/posts. */
export type PostText = {
  by: string
  /** The hour of the day at which the post was written; undefined: any. */
  hour: number | undefined
  /** Hours since the post before it in the same file; undefined: any. */
  hoursAfterPrevious: number | undefined
  content: string
  /** The text before the author edited it. */
  firstContent: string | undefined
  picture: PictureText | undefined
  comments: { by: string; text: string }[]
}

const HEAD = /^@(?<by>[a-z0-9_.]+)(?: (?<hour>\d+)h)?(?: \+(?<after>\d+)h)?$/
const COMMENT = /^- (?<by>[a-z0-9_.]+): (?<text>.+)$/

export const parsePosts = (text: string): PostText[] => toBlocks(text).map(toPost)

function toPost([head = '', ...lines]: string[]): PostText {
  const { by = '', hour, after } = matchLine(HEAD, head)
  const pictures = lines.filter((line) => line.startsWith('['))
  const comments = lines.filter((line) => line.startsWith('- '))
  const earlier = lines.filter((line) => line.startsWith('~ '))
  const others = [...pictures, ...comments, ...earlier]
  const paragraphs = lines.filter((line) => !others.includes(line))
  return {
    by,
    hour: toNumber(hour),
    hoursAfterPrevious: toNumber(after),
    content: paragraphs.join('\n\n'),
    firstContent: earlier[0]?.slice(2),
    picture: pictures[0] === undefined ? undefined : toPictureText(pictures[0]),
    comments: comments.map((line) => {
      const { by = '', text = '' } = matchLine(COMMENT, line)
      return { by, text }
    }),
  }
}

const toNumber = (text: string | undefined) => (text === undefined ? undefined : Number(text))
