import { describe, expect, it } from '@jest/globals'
import { renderAvatar, renderScene } from '../src/pictures/render.ts'
import { createPlan } from '../src/plan/plan.ts'
import { readTexts } from '../src/texts/read-texts.ts'

const now = new Date('2026-03-01T12:00:00Z')
const texts = readTexts()
const plan = createPlan(texts, now, 91)
const { members, follows, posts, talks } = plan
const joinedAt = new Map(members.map((member) => [member.username, member.joinedAt]))
const pairs = new Set(follows.map(({ from, to }) => `${from} ${to}`))

describe('the community', () => {
  it('is forty people with names and faces of their own', () => {
    expect(members).toHaveLength(40)
    for (const all of [members.map(({ username }) => username), members.map(({ face }) => face.join())])
      expect(new Set(all).size).toBe(40)
    for (const { about } of members) expect(about.bio?.length ?? 0).toBeLessThanOrEqual(200)
  })

  it('offers three of them to look around as', () => {
    expect(members.filter(({ demo }) => demo).map(({ username }) => username)).toEqual(['mara', 'kofi', 'priya'])
  })

  it('has published three hundred posts, a third of them with a picture that is described', () => {
    const pictures = posts.flatMap(({ picture }) => picture ?? [])
    expect(posts).toHaveLength(300)
    expect(pictures).toHaveLength(100)
    for (const { alt } of pictures) expect(alt.length).toBeGreaterThan(15)
    expect(new Set(posts.map(({ content }) => content)).size).toBe(300)
  })

  it('shows a picture with one of the two newest posts at any hour of the day', () => {
    for (let hour = 0; hour < 24; hour += 1) {
      const { posts } = createPlan(texts, new Date(now.getTime() + hour * 3_600_000), 91)
      expect(posts.slice(-2).some(({ picture }) => picture)).toBe(true)
    }
  })

  it('lets everything happen in its order: nobody acts before they came, on what is not there, or later than now', () => {
    const came = (name: string) => joinedAt.get(name)?.getTime() ?? Number.NaN
    for (const { from, to, at } of follows) {
      expect(at.getTime()).toBeGreaterThanOrEqual(Math.max(came(from), came(to)))
      expect(at.getTime()).toBeLessThanOrEqual(now.getTime())
    }
    for (const { by, at, comments, likes } of posts) {
      expect(at.getTime()).toBeGreaterThan(came(by))
      for (const act of [...comments, ...likes]) {
        expect(act.at.getTime()).toBeGreaterThan(Math.max(at.getTime(), came(act.by)))
        expect(act.at.getTime()).toBeLessThanOrEqual(now.getTime())
      }
    }
  })

  it('has comments in the order in which they answer each other, and one like of a member at most', () => {
    for (const { by, comments, likes } of posts) {
      expect(comments.map(({ at }) => at)).toEqual(comments.map(({ at }) => at).sort((a, b) => Number(a) - Number(b)))
      expect(new Set(likes.map((like) => like.by)).size).toBe(likes.length)
      expect(likes.map((like) => like.by)).not.toContain(by)
    }
  })

  it('talks in sixty conversations and more, of people who follow each other, each by name and in order', () => {
    expect(talks.length).toBeGreaterThanOrEqual(60)
    expect(new Set(talks.map(({ between }) => between.toSorted().join(' '))).size).toBe(talks.length)
    for (const { between, messages } of talks) {
      const [one, other] = between
      expect(pairs).toContain(`${one} ${other}`)
      expect(pairs).toContain(`${other} ${one}`)
      for (const { by, quotes = 0 } of messages) {
        expect(between).toContain(by)
        expect(quotes).toBeLessThan(messages.length)
      }
      const times = messages.map(({ at }) => at.getTime())
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(times.at(-1)).toBeLessThanOrEqual(now.getTime())
    }
  })

  it('has known people and others: the most followed have several times as many followers as the least', () => {
    const counts = members.map(({ username }) => follows.filter(({ to }) => to === username).length)
    counts.sort((a, b) => b - a)
    expect(counts[0]).toBeGreaterThan(4 * (counts.at(-1) ?? 0))
    expect(counts[0]).toBeGreaterThan(2 * (counts[20] ?? 0))
  })

  it('gives the demo accounts unread messages and new followers', () => {
    for (const { username } of members.filter(({ demo }) => demo)) {
      const unread = talks.flatMap(({ between, messages }) =>
        between.includes(username) ? messages.filter(({ isRead, by }) => !isRead && by !== username) : [],
      )
      expect(unread.length).toBeGreaterThanOrEqual(3)
      const lately = follows.filter(({ to, at }) => to === username && now.getTime() - at.getTime() < 86_400_000)
      expect(lately.length).toBeGreaterThanOrEqual(1)
    }
  })

  it('is the same for the same moment and seed', () => {
    expect(createPlan(readTexts(), now, 91)).toEqual(plan)
    expect(createPlan(readTexts(), now, 92).follows).not.toEqual(follows)
  })
})

describe('the pictures', () => {
  it('are drawn for every post, message and face, the same each time', async () => {
    const said = talks.flatMap(({ messages }) => messages.map(({ what }) => what))
    const drawn = [...posts.map(({ picture }) => picture), ...said].filter((one) => typeof one === 'object')
    for (const { scene, seed } of drawn) expect((await renderScene(scene, seed)).length).toBeGreaterThan(2_000)
    for (const { face } of members) expect((await renderAvatar(face)).length).toBeGreaterThan(2_000)
    expect(await renderScene('street', 3)).toEqual(await renderScene('street', 3))
  })
})
