import { openMongo } from '@meadow/storage'
import type { NewPost } from '../src/posts/post.ts'
import { createMongoPostsPorts } from '../src/store.ts'

// Writes a post, locks the outbox as a relay does, and waits to be killed before it publishes anything.
const [url = '', newPostJson = ''] = process.argv.slice(2)
const { posts, outbox } = createMongoPostsPorts(await openMongo(url))
const post: NewPost = JSON.parse(newPostJson, (name, value) => (name === 'createdAt' ? new Date(value) : value))
await posts.add(post)
await outbox.runExclusively(() => {
  process.stdout.write('written')
  return new Promise(() => {})
})
