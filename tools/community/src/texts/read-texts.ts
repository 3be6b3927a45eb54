import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Person, readPeople } from './people.ts'
import { type PostText, readPosts } from './posts.ts'
import { readTalks, type TalkText } from './talks.ts'

/** `posts` by theme: what is told in one goes on in it. */
export type Texts = { people: Person[]; posts: PostText[][]; talks: TalkText[] }

const FOLDER = resolve(import.meta.dirname, '../../texts')

/** All that is written about the community: who they are, what they published, what they wrote to each other. */
export const readTexts = (): Texts => ({
  people: readPeople(readFileSync(join(FOLDER, 'people.txt'), 'utf8')),
  posts: filesIn('posts').map(readPosts),
  talks: filesIn('talks').flatMap(readTalks),
})

function filesIn(name: string): string[] {
  const folder = join(FOLDER, name)
  return readdirSync(folder)
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'))
}
