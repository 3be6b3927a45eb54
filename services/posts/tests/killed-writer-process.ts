import { openMongo } from '@meadow/storage'
import { alice } from '@meadow/testing'
import { type NewPost, toPostCreatedEvent } from '../src/posts/post.ts'
import { createMongoPorts } from '../src/store.ts'

// A process that writes a post, takes its turn at the outbox, and is killed before it publishes anything.
const [url = '', written = ''] = process.argv.slice(2)
const { posts, outbox } = createMongoPorts(await openMongo(url))
const post: NewPost = JSON.parse(written, (name, value) => (name === 'createdAt' ? new Date(value) : value))
const author = { ...alice, profileVersion: 0 }
await posts.add(post, author, (image) => toPostCreatedEvent(post, author, image))
await outbox.runExclusively(() => {
  process.stdout.write('written')
  return new Promise(() => {})
})
