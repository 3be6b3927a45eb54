import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { type EventOf, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { bob, carol, shareAcrossTests } from '@meadow/testing'
import { HOUR_MS } from '@meadow/testing/service'
import { openNotify } from './fixtures.ts'

const started = shareAcrossTests(openNotify)

/** Creates an author and a member whom the author mentions, which isolates the tests. */
async function setUp() {
  const notify = await started()
  const [author, mentioned] = [await notify.addMember(), await notify.addMember()]
  return { ...notify, author, mentioned, notifications: () => notify.as(mentioned).notifications() }
}

type Commented = EventOf<typeof events.postCommented>

describe('a mention', () => {
  it('in a post notifies its member, with the post and the author', async () => {
    const { deliverEvents, testEvents, as, author, mentioned } = await setUp()
    const post = testEvents.post(author, 'Come along, @you', '', [mentioned])
    await deliverEvents(post.created)
    expect(await as(mentioned).list('?type=mention')).toMatchObject({
      notifications: [
        {
          type: 'mention',
          text: 'mentioned you in a post',
          from: { _id: author._id },
          post: { _id: post._id, content: 'Come along, @you' },
          commentId: null,
        },
      ],
      counts: { all: 1, mention: 1 },
      unread: { all: 1, mention: 1 },
    })
  })

  it('in a comment notifies its member with the words, whoever wrote the post', async () => {
    const { deliverEvents, addPost, author, mentioned, notifications } = await setUp()
    const post = await addPost(author)
    await deliverEvents(post.commented(bob, 'What do you think, @you?', [mentioned]))
    await deliverEvents(post.commented(author, 'Look, @you', [mentioned]))
    expect(await notifications()).toMatchObject([
      { type: 'mention', text: 'and 1 other mentioned you: “Look, @you”', actorCount: 2, post: { _id: post._id } },
    ])
  })

  it('notifies once for each text, also when its event comes again, and never oneself', async () => {
    const { deliverEvents, testEvents, author, mentioned, notifications, as, publishedEvents } = await setUp()
    const post = testEvents.post(author, '@me @you', '', [author, mentioned])
    const comment = post.commented(bob, '@you', [mentioned])
    await deliverEvents(post.created, comment)
    await deliverEvents(testEvents.repeat(post.created), testEvents.repeat(comment))
    expect(await notifications()).toMatchObject([{ type: 'mention', actorCount: 2 }])
    expect((await publishedEvents(mentioned)).map(({ type }) => type)).toEqual(Array(2).fill('notification.created'))
    expect(await as(author).notifications()).toMatchObject([{ type: 'comment' }])
  })

  it('of several members in one post has a notification for each', async () => {
    const { deliverEvents, testEvents, addMember, author, mentioned, as } = await setUp()
    const other = await addMember()
    const post = testEvents.post(author, '@you @other', '', [mentioned, other])
    await deliverEvents(post.created)
    await deliverEvents(post.commented(bob, '@you @other', [mentioned, other]))
    for (const member of [mentioned, other])
      expect(await as(member).notifications()).toMatchObject([{ type: 'mention', actorCount: 2 }])
  })

  it('in a comment on the own post is told by the notification of the comment', async () => {
    const { deliverEvents, addPost, mentioned, notifications, as } = await setUp()
    const post = await addPost(mentioned)
    await deliverEvents(post.commented(bob, 'Well done, @you', [mentioned]))
    expect(await notifications()).toMatchObject([{ type: 'comment' }])
    await as(mentioned).changePreferences({ comment: { inApp: false } })
    await deliverEvents(post.commented(carol, 'Yes, @you', [mentioned]))
    expect(await notifications()).toMatchObject([{ type: 'mention', from: { _id: carol._id } }, { type: 'comment' }])
  })

  it('of a member who muted the author, or wants none, notifies nobody', async () => {
    const { deliverEvents, testEvents, author, mentioned, notifications, as } = await setUp()
    await deliverEvents(testEvents.muted(mentioned, author))
    await deliverEvents(testEvents.post(author, '@you', '', [mentioned]).created)
    await as(mentioned).changePreferences({ mention: { from: 'following' } })
    await deliverEvents(testEvents.post(bob, '@you', '', [mentioned]).created)
    expect(await notifications()).toEqual([])
  })
})

describe('a member', () => {
  it.each(['the mentioned member', 'the author'])('is not notified across a block by %s, then or later', async (by) => {
    const { deliverEvents, testEvents, author, mentioned, notifications } = await setUp()
    const [from, to] = by === 'the author' ? [author, mentioned] : [mentioned, author]
    await deliverEvents(testEvents.blocked(from, to))
    await deliverEvents(testEvents.post(author, '@you', '', [mentioned]).created)
    await deliverEvents(testEvents.unblocked(from, to))
    expect(await notifications()).toEqual([])
  })

  it('is notified by a private author only while following', async () => {
    const { deliverEvents, testEvents, author, mentioned, notifications } = await setUp()
    await deliverEvents(testEvents.privacyUpdated(author, true))
    await deliverEvents(testEvents.post(author, 'Not for you', '', [mentioned]).created)
    expect(await notifications()).toEqual([])
    await deliverEvents(testEvents.followed(mentioned, author))
    expect(await notifications()).toEqual([])
    await deliverEvents(testEvents.post(author, 'For you', '', [mentioned]).created)
    expect(await notifications()).toHaveLength(1)
    await deliverEvents(testEvents.unfollowed(mentioned, author))
    expect(await notifications()).toEqual([])
  })

  it.each(['blocks the member', 'is private', 'is deactivated'])(
    'sees no mention in the post of somebody who %s, while that lasts',
    async (reason) => {
      const { deliverEvents, testEvents, addPost, author, mentioned, notifications } = await setUp()
      const [begins, ends] = {
        'blocks the member': [
          () => testEvents.blocked(author, mentioned),
          () => testEvents.unblocked(author, mentioned),
        ],
        'is private': [() => testEvents.privacyUpdated(author, true), () => testEvents.privacyUpdated(author, false)],
        'is deactivated': [() => testEvents.deactivated(author), () => testEvents.reactivated(author)],
      }[reason] as [() => ReturnType<typeof testEvents.blocked>, () => ReturnType<typeof testEvents.blocked>]
      const post = await addPost(author)
      await deliverEvents(post.commented(bob, '@you', [mentioned]))
      expect(await notifications()).toHaveLength(1)
      await deliverEvents(begins())
      expect(await notifications()).toEqual([])
      await deliverEvents(post.commented(carol, '@you', [mentioned]))
      await deliverEvents(ends())
      expect(await notifications()).toMatchObject([{ actorCount: 1, from: { _id: bob._id } }])
    },
  )
})

/** Creates the event of an edit of a comment, which names these members now. */
const toEdit = (comment: Commented, text: string, mentionedIds: string[]) =>
  createEvent(events.commentEdited, {
    source: 'posts',
    subject: comment.subject,
    id: randomUUID(),
    time: new Date(comment.time),
    data: {
      authorId: comment.data.authorId,
      view: comment.data.view,
      rev: comment.data.rev + 1,
      commentId: comment.data.commentId,
      commentAuthorId: comment.data.actor._id,
      text,
      excerpt: text,
      editedAt: comment.time,
      mentionedIds,
    },
  })

it('an edit of a comment notifies only the members whom it adds, and shows its words', async () => {
  const { deliverEvents, addMember, addPost, author, mentioned, notifications, as, publishedEvents } = await setUp()
  const added = await addMember()
  const post = await addPost(author)
  const comment = post.commented(bob, 'Hello @you', [mentioned]) as Commented
  await deliverEvents(comment)
  await deliverEvents(toEdit(comment, 'Hello @you and @other', [mentioned._id, added._id, bob._id]))
  await deliverEvents(toEdit(comment, 'Hello @other', [added._id]))
  await deliverEvents(toEdit(comment, 'Hello again @you', [mentioned._id]))
  expect(await notifications()).toMatchObject([{ type: 'mention', text: 'mentioned you: “Hello again @you”' }])
  expect(await as(added).notifications()).toHaveLength(1)
  for (const member of [mentioned, added])
    expect((await publishedEvents(member)).map(({ type }) => type)).toEqual(['notification.created'])
})

describe('the words of a mention', () => {
  it('go while moderators hide the post, and with a hidden comment', async () => {
    const { deliverEvents, testEvents, author, mentioned, notifications } = await setUp()
    const post = testEvents.post(author, 'Words', '/media/picture', [mentioned])
    await deliverEvents(post.created, post.hidden())
    expect(await notifications()).toMatchObject([{ post: { content: '', image: '' } }])
    await deliverEvents(post.shown())
    expect(await notifications()).toMatchObject([{ post: { content: 'Words' } }])
    const comment = post.commented(author, 'More words', [mentioned])
    await deliverEvents(comment, post.commentHidden((comment as Commented).data.commentId))
    expect(await notifications()).toMatchObject([{ text: 'mentioned you in a comment' }])
  })

  it('go with the post and with its author', async () => {
    const { deliverEvents, testEvents, addPost, author, mentioned, notifications, pool } = await setUp()
    const post = testEvents.post(author, '@you', '', [mentioned])
    await deliverEvents(post.created, post.deleted())
    expect(await notifications()).toEqual([])
    await deliverEvents(post.commented(bob, '@you', [mentioned]))
    expect(await notifications()).toEqual([])
    await deliverEvents((await addPost(carol)).commented(author, '@you', [mentioned]))
    expect(await notifications()).toHaveLength(1)
    await deliverEvents(testEvents.erased(author))
    expect(await notifications()).toEqual([])
    await deliverEvents(testEvents.erased(mentioned))
    expect((await pool.query('select from known_mentions where member_id = $1', [mentioned._id])).rowCount).toBe(0)
  })
})

it('a mention joins the unread one of the same post within a day', async () => {
  const { deliverEvents, testEvents, author, mentioned, notifications, clock } = await setUp()
  const post = testEvents.post(author, '@you', '', [mentioned])
  await deliverEvents(post.created)
  clock.advance(25 * HOUR_MS)
  await deliverEvents(post.commented(bob, '@you', [mentioned]))
  expect(await notifications()).toMatchObject([{ from: { _id: bob._id } }, { from: { _id: author._id } }])
})

describe('a mention in a bio', () => {
  it('notifies its member once, also after edits, and leads to the profile without the words', async () => {
    const { deliverEvents, testEvents, addMember, author, mentioned, notifications, as, publishedEvents } =
      await setUp()
    const added = await addMember()
    const first = testEvents.bioUpdated(author, 'Rows with @you and @me', [mentioned, author])
    await deliverEvents(first)
    await deliverEvents(testEvents.repeat(first))
    await deliverEvents(testEvents.bioUpdated(author, 'Rows with @added', [added]))
    await deliverEvents(testEvents.bioUpdated(author, 'Rows again with @you', [mentioned]))
    expect(await as(mentioned).list('?type=mention')).toMatchObject({
      notifications: [
        {
          type: 'mention',
          text: 'mentioned you in their bio',
          from: { _id: author._id, username: author.username },
          post: null,
          commentId: null,
        },
      ],
      counts: { all: 1, mention: 1 },
    })
    expect(await as(added).notifications()).toHaveLength(1)
    expect(await as(author).notifications()).toEqual([])
    expect((await publishedEvents(mentioned)).map(({ type }) => type)).toEqual(['notification.created'])
    await deliverEvents(testEvents.post(author, '@you', '', [mentioned]).created)
    expect(await notifications()).toHaveLength(2)
  })

  it.each(['the mentioned member', 'the author'])('notifies nobody across a block by %s, then or later', async (by) => {
    const { deliverEvents, testEvents, author, mentioned, notifications } = await setUp()
    const [from, to] = by === 'the author' ? [author, mentioned] : [mentioned, author]
    await deliverEvents(testEvents.blocked(from, to))
    await deliverEvents(testEvents.bioUpdated(author, '@you', [mentioned]))
    await deliverEvents(testEvents.unblocked(from, to))
    await deliverEvents(testEvents.bioUpdated(author, 'Hi @you', [mentioned]))
    expect(await notifications()).toEqual([])
  })

  it('is hidden while one of the two blocks the other, and while its author is deactivated', async () => {
    const { deliverEvents, testEvents, author, mentioned, notifications } = await setUp()
    await deliverEvents(testEvents.privacyUpdated(author, true)) // everybody sees the bio of a private member
    await deliverEvents(testEvents.bioUpdated(author, '@you', [mentioned]))
    for (const [begins, ends] of [
      [testEvents.blocked(author, mentioned), testEvents.unblocked(author, mentioned)],
      [testEvents.deactivated(author), testEvents.reactivated(author)],
    ] as const) {
      expect(await notifications()).toHaveLength(1)
      await deliverEvents(begins)
      expect(await notifications()).toEqual([])
      await deliverEvents(ends)
    }
    expect(await notifications()).toHaveLength(1)
  })

  it('notifies nobody who mutes the author or a word of the bio, or wants no mentions', async () => {
    const { deliverEvents, testEvents, author, mentioned, addMember, as } = await setUp()
    const [muting, careful, quiet] = [mentioned, await addMember(), await addMember()]
    await deliverEvents(testEvents.muted(muting, author))
    const words = [{ text: 'casino', until: null, in: ['alerts'] }]
    await deliverEvents(
      createEvent(events.memberMutedWordsUpdated, {
        ...testEvents.envelope(events.memberMutedWordsUpdated, careful._id),
        data: { version: 1, words },
      }),
    )
    await as(quiet).changePreferences({ mention: { inApp: false } })
    await deliverEvents(testEvents.bioUpdated(author, 'The best Casino for @you', [muting, careful, quiet]))
    for (const member of [muting, careful, quiet]) expect(await as(member).notifications()).toEqual([])
  })

  it('goes with its author, and nothing about it stays', async () => {
    const { deliverEvents, testEvents, author, mentioned, notifications, pool } = await setUp()
    await deliverEvents(testEvents.bioUpdated(author, '@you', [mentioned]))
    await deliverEvents(testEvents.erased(author))
    expect(await notifications()).toEqual([])
    expect((await pool.query('select from known_mentions where target_id = $1', [author._id])).rowCount).toBe(0)
  })
})
