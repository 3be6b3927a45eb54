import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { newId } from '@meadow/service'
import { shareAcrossTests, type TestMember } from '@meadow/testing'
import { openPosts } from './fixtures.ts'

const started = shareAcrossTests(openPosts)

const toReport = (by: TestMember, kind: 'post' | 'comment' | 'message', targetId: string) =>
  createEvent(events.reportFiled, {
    source: 'social',
    subject: randomUUID(),
    id: newId(new Date()),
    time: new Date(),
    data: { kind, targetId, reporterId: by._id },
  })

async function openReported() {
  const posts = await started()
  const [author, commenter, reporter] = [await posts.addMember(), await posts.addMember(), await posts.addMember()]
  /** Delivers a report twice. Returns the answers. */
  const report = async (kind: 'post' | 'comment' | 'message', targetId: string, by: TestMember = reporter) => {
    const filed = toReport(by, kind, targetId)
    await posts.deliverEvents(filed)
    await posts.deliverEvents(filed)
    return posts.publishedEvents({ _id: filed.subject })
  }
  return { ...posts, author, commenter, reporter, report }
}

describe('a report', () => {
  it('of the post of a private member has no content for those who do not follow', async () => {
    const { report, addPost, relations, author, commenter, reporter } = await openReported()
    const post = await addPost({ by: author, content: 'For followers' })
    await relations.setPrivate(author, true)
    const nothing = [{ data: { kind: 'post', targetId: post._id, evidence: null } }]
    expect(await report('post', post._id)).toMatchObject(nothing)
    await relations.follow(commenter, author)
    expect(await report('post', post._id, commenter)).toMatchObject([{ data: { evidence: { text: 'For followers' } } }])
    expect(await report('post', post._id, reporter)).toMatchObject(nothing)
  })

  it('of a post is answered once with its author, text and pictures', async () => {
    const { report, addPost, uploadPicture, author } = await openReported()
    const picture = await uploadPicture(author)
    const post = await addPost({ by: author, content: 'Cheap seeds', image: picture.url })
    expect(await report('post', post._id)).toMatchObject([
      {
        type: 'report.evidence-frozen',
        source: 'posts',
        data: {
          kind: 'post',
          targetId: post._id,
          evidence: {
            author: { _id: author._id, username: author.username },
            text: 'Cheap seeds',
            createdAt: post.createdAt,
            pictures: [{ url: picture.url, alt: '' }],
            context: [],
          },
        },
      },
    ])
  })

  it('of a comment is answered with its post', async () => {
    const { report, addPost, addComment, author, commenter } = await openReported()
    const post = await addPost({ by: author, content: 'A fern' })
    const comment = await addComment(post, commenter, 'An ugly fern')
    expect(await report('comment', comment._id)).toMatchObject([
      {
        data: {
          evidence: {
            author: { _id: commenter._id },
            text: 'An ugly fern',
            context: [{ author: { _id: author._id }, text: 'A fern', createdAt: post.createdAt }],
          },
        },
      },
    ])
  })

  it('is answered with evidence across a block, in both directions', async () => {
    const { report, addPost, relations, author, reporter } = await openReported()
    const post = await addPost({ by: author })
    await relations.block(author, reporter)
    await relations.block(reporter, author)
    expect(await report('post', post._id)).toMatchObject([{ data: { evidence: { author: { _id: author._id } } } }])
  })

  it('of unknown or deleted content is answered without evidence, and that of a message not at all', async () => {
    const { as, report, addPost, addComment, author, commenter } = await openReported()
    const post = await addPost({ by: author })
    const comment = await addComment(post, commenter)
    await as(author).delete(`/posts/${post._id}`)
    for (const [kind, id] of [
      ['post', post._id],
      ['comment', comment._id],
      ['post', randomUUID()],
    ] as const)
      expect(await report(kind, id)).toMatchObject([{ data: { kind, targetId: id, evidence: null } }])
    expect(await report('message', randomUUID())).toEqual([])
  })
})

it('a post is removed with its comments if moderators decided so, once, and only then', async () => {
  const { as, addPost, addComment, deliverEvents, publishedEvents, inspect, author, commenter, reporter } =
    await openReported()
  const post = await addPost({ by: author })
  await addComment(post, commenter)
  const decided = (decision: 'dismiss' | 'remove') =>
    createEvent(events.reportDecided, {
      source: 'social',
      subject: randomUUID(),
      id: newId(new Date()),
      time: new Date(),
      data: {
        kind: 'post',
        targetId: post._id,
        reporterId: reporter._id,
        reportedId: author._id,
        decision,
        rule: '',
        decidedBy: reporter._id,
      },
    })
  await deliverEvents(decided('dismiss'))
  expect(await as(reporter).get(`/posts/${post._id}`)).toMatchObject({ status: 200 })
  await deliverEvents(decided('remove'))
  await deliverEvents(decided('remove'))
  expect(await as(reporter).get(`/posts/${post._id}`)).toMatchObject({ status: 404 })
  expect(await inspect.countRows('comments', post._id)).toBe(0)
  const deletions = (await publishedEvents(post)).filter(({ type }) => type === 'post.deleted')
  expect(deletions).toMatchObject([{ data: { authorId: author._id, rev: 3 } }])
})
