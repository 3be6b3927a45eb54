import { blocksOf, matchLine } from './blocks.ts'

type About = Partial<
  Record<'bio' | 'website' | 'location' | 'workplace' | 'education' | 'hometown' | 'currentCity' | 'birthday', string>
> & { relationshipStatus?: 'single' | 'in_a_relationship' | 'engaged' | 'married' | 'widowed' | 'divorced' }

/** Somebody of the community, as written in texts/people.txt. */
export type Person = {
  username: string
  fullName: string
  /** How many months ago they came. */
  joined: number
  /** What their picture shows, word by word. */
  face: string[]
  /** The landscape of their cover. */
  cover: number
  /** Whether one can sign in as them on a local installation. */
  demo: boolean
  about: About
}

const HEAD = /^(?<username>[a-z0-9_.]+): (?<fullName>.+)$/
const LINE = /^ {2}(?<name>\w+): (?<value>.+)$/

export const readPeople = (text: string): Person[] => blocksOf(text).map(toPerson)

function toPerson([head = '', ...lines]: string[]): Person {
  const { username = '', fullName = '' } = matchLine(HEAD, head)
  const said = new Map(
    lines.map((line) => {
      const { name = '', value = '' } = matchLine(LINE, line)
      return [name, value]
    }),
  )
  const { joined, face, cover, demo, ...about } = Object.fromEntries(said)
  return {
    username,
    fullName,
    joined: Number(joined),
    face: face?.split(/, /) ?? [],
    cover: Number(cover),
    demo: demo === 'yes',
    about: about as About,
  }
}
