import { INTERESTS } from '@meadow/contracts/profile-fields'
import { matchLine, toBlocks } from './blocks.ts'

type Interest = (typeof INTERESTS)[number]

type About = Partial<
  Record<'bio' | 'website' | 'location' | 'workplace' | 'education' | 'hometown' | 'currentCity' | 'birthday', string>
> & {
  relationshipStatus?: 'single' | 'in_a_relationship' | 'engaged' | 'married' | 'widowed' | 'divorced'
  interests: Interest[]
}

/** A member of the community, as written in texts/members.txt. */
export type MemberText = {
  username: string
  fullName: string
  /** Months since the member joined. */
  joined: number
  /** Visitors of a local installation can sign in as this member. */
  demo: boolean
  /** The member has not proved the e-mail address, so pages ask for it. */
  hasUnverifiedEmail: boolean
  /** A moderator is a demo account, too: visitors look at the reports as this member. */
  role: 'member' | 'moderator'
  /** The member wears the verified badge. */
  isVerified: boolean
  about: About
}

const HEAD = /^(?<username>[a-z0-9_.]+): (?<fullName>.+)$/
const LINE = /^ {2}(?<name>\w+): (?<value>.+)$/

export const parseMembers = (text: string): MemberText[] => toBlocks(text).map(toMember)

function toMember([head = '', ...lines]: string[]): MemberText {
  const { username = '', fullName = '' } = matchLine(HEAD, head)
  const values = new Map(
    lines.map((line) => {
      const { name = '', value = '' } = matchLine(LINE, line)
      return [name, value]
    }),
  )
  const { joined, demo, role, badge, email, interests = '', ...about } = Object.fromEntries(values)
  return {
    username,
    fullName,
    joined: Number(joined),
    demo: demo === 'yes',
    hasUnverifiedEmail: email === 'unverified',
    role: role === 'moderator' ? role : 'member',
    isVerified: badge === 'yes',
    about: { ...about, interests: toInterests(interests) } as About,
  }
}

function toInterests(list: string): Interest[] {
  const words = list.split(', ')
  const interests = words.flatMap((word) => INTERESTS.filter((interest) => interest === word))
  if (interests.length < words.length) throw new Error(`Cannot read these interests of a community text: ${list}`)
  return interests
}
