import { describe, expect, it } from '@jest/globals'
import { INTERESTS } from '@meadow/contracts/profile-fields'
import { MIN_TREND_AUTHORS } from '../../../services/posts/src/tags/tag.ts'
import { planModeration } from '../src/fill/moderation.ts'
import { readAvatar, readCaptions, readCover, readPostPicture, readVideo } from '../src/pictures.ts'
import { isDemoAccount } from '../src/plan/member.ts'
import { createPlan } from '../src/plan/plan.ts'
import { splitPlan } from '../src/plan/stages.ts'
import { readTexts } from '../src/texts/read-texts.ts'

const now = new Date('2026-03-01T12:00:00Z')
const texts = readTexts()
const plan = createPlan(texts, now, 91)
const { members, follows, posts, shares, conversations } = plan
const joinedAt = new Map(members.map((member) => [member.username, member.joinedAt]))
const pairs = new Set(follows.map(({ from, to }) => `${from} ${to}`))

describe('the community', () => {
  it('has forty members with names of their own', () => {
    expect(members).toHaveLength(40)
    expect(new Set(members.map(({ username }) => username)).size).toBe(40)
    for (const { about } of members) expect(about.bio?.length ?? 0).toBeLessThanOrEqual(200)
  })

  it('has members for every interest', () => {
    for (const { about } of members) expect(about.interests.length).toBeGreaterThanOrEqual(2)
    const count = (interest: string) =>
      members.filter(({ about }) => about.interests.some((one) => one === interest)).length
    expect(INTERESTS.filter((interest) => count(interest) < 2)).toEqual([])
  })

  it('has three demo accounts', () => {
    expect(members.filter(({ demo }) => demo).map(({ username }) => username)).toEqual(['mara', 'kofi', 'priya'])
  })

  it('has one member with an unverified address, who is a demo account', () => {
    const unverified = members.filter(({ hasUnverifiedEmail }) => hasUnverifiedEmail)
    expect(unverified).toMatchObject([{ username: 'priya', demo: true }])
  })

  it('has a moderator, who is a demo account, too', () => {
    expect(members.filter(({ isVerified }) => isVerified).map(({ username }) => username)).toEqual(['tomas'])
    const moderators = members.filter(({ role }) => role === 'moderator')
    expect(moderators.map(({ username }) => username)).toEqual(['tomas'])
    expect(members.filter(isDemoAccount).map(({ username }) => username)).toEqual(['mara', 'kofi', 'priya', 'tomas'])
  })

  it('blocks and mutes two members to whom the demo account has never written', () => {
    const { advertiser, block, mute } = planModeration(plan)
    expect(block).toEqual({ by: 'mara', whom: advertiser })
    expect(mute.whom).not.toBe(advertiser)
    for (const { by, whom } of [block, mute]) {
      expect(conversations.filter(({ between }) => between.includes(by) && between.includes(whom))).toEqual([])
      expect(members.find(({ username }) => username === whom)).toMatchObject({ demo: false, role: 'member' })
    }
  })

  it('has 300 posts, a third of them with a picture and its alternative text, and one with a video', () => {
    const pictures = posts.flatMap(({ picture }) => picture ?? [])
    expect(posts).toHaveLength(300)
    expect(pictures).toHaveLength(100)
    expect(posts.filter(({ video }) => video)).toHaveLength(1)
    for (const { alt } of pictures) expect(alt.length).toBeGreaterThan(15)
    expect(new Set(posts.map(({ content }) => content)).size).toBe(300)
  })

  it('shows a picture with one of the two newest posts at any hour of the day', () => {
    for (let hour = 0; hour < 24; hour += 1) {
      const { posts } = createPlan(texts, new Date(now.getTime() + hour * 3_600_000), 91)
      expect(posts.slice(-2).some(({ picture }) => picture)).toBe(true)
    }
  })

  it('dates every action after the member joined, after what it refers to, and not in the future', () => {
    const joined = (name: string) => joinedAt.get(name)?.getTime() ?? Number.NaN
    for (const { from, to, at } of follows) {
      expect(at.getTime()).toBeGreaterThanOrEqual(Math.max(joined(from), joined(to)))
      expect(at.getTime()).toBeLessThanOrEqual(now.getTime())
    }
    for (const { by, at, comments, likes } of posts) {
      expect(at.getTime()).toBeGreaterThan(joined(by))
      for (const reaction of [...comments, ...likes]) {
        expect(reaction.at.getTime()).toBeGreaterThan(Math.max(at.getTime(), joined(reaction.by)))
        expect(reaction.at.getTime()).toBeLessThanOrEqual(now.getTime())
      }
      for (const comment of comments)
        for (const like of comment.likes) {
          expect(like.at.getTime()).toBeGreaterThan(Math.max(comment.at.getTime(), joined(like.by)))
          expect(like.at.getTime()).toBeLessThanOrEqual(now.getTime())
        }
    }
    for (const { of, by, at } of shares) {
      const shared = posts.find(({ id }) => id === of)
      expect(at.getTime()).toBeGreaterThan(Math.max(Number(shared?.at), joined(by)))
      expect(at.getTime()).toBeLessThanOrEqual(now.getTime())
    }
  })

  it('has edited posts, answers and liked comments, shares with and without a comment, and a link to a post', () => {
    const comments = posts.flatMap((post) => post.comments)
    expect(posts.filter(({ edit }) => edit).length).toBeGreaterThanOrEqual(2)
    expect(comments.filter(({ repliesTo }) => repliesTo).length).toBeGreaterThan(20)
    expect(comments.filter(({ likes }) => likes.length > 0).length).toBeGreaterThan(100)
    expect(new Set(shares.map(({ content }) => content !== ''))).toEqual(new Set([true, false]))
    expect(shares.filter(({ isLink, content }) => isLink && content)).toHaveLength(1)
  })

  it('has trends at any hour of the day: tags of three members or more', () => {
    for (let hour = 0; hour < 24; hour += 1) {
      const at = new Date(now.getTime() + hour * 3_600_000)
      const newest = createPlan(texts, at, 91).posts.filter((post) => at.getTime() - post.at.getTime() < 86_400_000)
      const uses = newest.flatMap(({ by, content }) => [...content.matchAll(/#\w+/g)].map(([tag]) => `${tag} ${by}`))
      const authors = Map.groupBy(new Set(uses), (use) => use.split(' ')[0])
      expect([...authors.values()].filter(({ length }) => length >= MIN_TREND_AUTHORS).length).toBeGreaterThanOrEqual(3)
    }
  })

  it('keeps comments in their order, and has at most one like per member and post', () => {
    for (const { by, comments, likes } of posts) {
      expect(comments.map(({ at }) => at)).toEqual(comments.map(({ at }) => at).sort((a, b) => Number(a) - Number(b)))
      expect(new Set(likes.map((like) => like.by)).size).toBe(likes.length)
      expect(likes.map((like) => like.by)).not.toContain(by)
    }
  })

  it('has at least sixty conversations, each between two members who follow each other or a request, with messages in order', () => {
    expect(conversations.length).toBeGreaterThanOrEqual(60)
    expect(new Set(conversations.map(({ between }) => between.toSorted().join(' '))).size).toBe(conversations.length)
    expect(conversations.filter(({ isRequest }) => isRequest)).toHaveLength(1)
    for (const { between, isRequest, messages } of conversations) {
      const [one, other] = between
      expect(pairs.has(`${one} ${other}`)).toBe(!isRequest)
      if (!isRequest) expect(pairs).toContain(`${other} ${one}`)
      for (const { by, quotes = 0 } of messages) {
        expect(between).toContain(by)
        expect(quotes).toBeLessThan(messages.length)
      }
      const times = messages.map(({ at }) => at.getTime())
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(times.at(-1)).toBeLessThanOrEqual(now.getTime())
    }
  })

  it('has popular members: the most followed have several times as many followers as the least', () => {
    const counts = members.map(({ username }) => follows.filter(({ to }) => to === username).length)
    counts.sort((a, b) => b - a)
    expect(counts[0]).toBeGreaterThan(4 * (counts.at(-1) ?? 0))
    expect(counts[0]).toBeGreaterThan(2 * (counts[20] ?? 0))
  })

  it('gives the demo accounts unread messages and new followers', () => {
    for (const { username } of members.filter(({ demo }) => demo)) {
      const unread = conversations.flatMap(({ between, messages }) =>
        between.includes(username) ? messages.filter(({ isRead, by }) => !isRead && by !== username) : [],
      )
      expect(unread.length).toBeGreaterThanOrEqual(3)
      const recent = follows.filter(({ to, at }) => to === username && now.getTime() - at.getTime() < 86_400_000)
      expect(recent.length).toBeGreaterThanOrEqual(1)
    }
  })

  it('is the same for the same moment and seed', () => {
    expect(createPlan(readTexts(), now, 91)).toEqual(plan)
    expect(createPlan(readTexts(), now, 92).follows).not.toEqual(follows)
  })
})

describe('the stages', () => {
  const { first, rest } = splitPlan(plan)

  it('open with eight members, forty posts and six conversations that refer to nobody else', () => {
    expect([first.members.length, first.posts.length, first.conversations.length]).toEqual([8, 40, 6])
    const names = new Set(first.members.map(({ username }) => username))
    const referred = [
      ...first.follows.flatMap(({ from, to }) => [from, to]),
      ...first.posts.flatMap(({ by, comments, likes }) => [by, ...[...comments, ...likes].map((one) => one.by)]),
      ...first.conversations.flatMap(({ between }) => between),
    ]
    expect(referred.filter((name) => !names.has(name))).toEqual([])
    for (const { comments } of first.posts) {
      const ids = new Set(comments.map(({ id }) => id))
      expect(comments.filter(({ repliesTo }) => repliesTo && !ids.has(repliesTo))).toEqual([])
      expect(comments.flatMap(({ likes }) => likes).filter(({ by }) => !names.has(by))).toEqual([])
    }
    expect(first.members.filter(isDemoAccount)).toHaveLength(4)
  })

  it('carry out the whole plan together, and nothing twice', () => {
    const count = ({ follows, conversations, posts, shares }: typeof plan) => ({
      follows: follows.length,
      conversations: conversations.length,
      comments: posts.reduce((sum, { comments }) => sum + comments.length, 0),
      likes: posts.reduce((sum, { likes }) => sum + likes.length, 0),
      edits: posts.filter(({ edit }) => edit).length,
      shares: shares.length,
    })
    const [ofFirst, ofRest, ofPlan] = [count(first), count(rest), count(plan)]
    for (const key of ['follows', 'conversations', 'comments', 'likes', 'edits', 'shares'] as const)
      expect(ofFirst[key] + ofRest[key]).toBe(ofPlan[key])
    expect(rest.posts.map(({ id }) => id)).toEqual(posts.map(({ id }) => id))
    expect(rest.members).toEqual(members)
  })
})

it('has a file for every picture and video of posts, messages and profiles', async () => {
  const contents = conversations.flatMap(({ messages }) => messages.map(({ content }) => content))
  const media = contents.filter((one) => typeof one === 'object')
  const pictures = [...posts.map(({ picture }) => picture), ...media].filter(
    (one) => one !== undefined && 'name' in one,
  )
  expect(pictures.length).toBeGreaterThan(100)
  for (const { name } of pictures) expect((await readPostPicture(name)).length).toBeGreaterThan(500)
  const postVideos = posts.flatMap(({ video }) => video ?? [])
  for (const { video } of postVideos) expect(await readCaptions(video)).toMatch(/^WEBVTT\n/)
  const videos = media.filter((one) => 'video' in one)
  expect(videos.length).toBeGreaterThan(0)
  for (const { video } of [...postVideos, ...videos]) expect((await readVideo(video)).length).toBeGreaterThan(10_000)
  for (const { username } of members)
    for (const read of [readAvatar, readCover]) expect((await read(username)).length).toBeGreaterThan(500)
})
