import { matchLine, toBlocks } from './blocks.ts'

/** A share of a post, or a post that links to it, as written in texts/shares.txt. */
export type ShareText = {
  by: string
  /** The beginning of the post that is shared. */
  of: string
  hoursAfter: number
  /** The comment of the member, or ''. */
  content: string
  isLink: boolean
}

const HEAD = /^@(?<by>[a-z0-9_.]+) \+(?<after>\d+)h(?<link> link)?$/
const SHARED = /^> (?<of>.+)$/

export const parseShares = (text: string): ShareText[] =>
  toBlocks(text).map(([head = '', shared = '', ...lines]) => {
    const { by = '', after, link } = matchLine(HEAD, head)
    const { of = '' } = matchLine(SHARED, shared)
    return { by, of, hoursAfter: Number(after), content: lines.join('\n\n'), isLink: link !== undefined }
  })
