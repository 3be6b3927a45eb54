import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { startViewTracker } from './view-tracker.ts'

type Entry = { target: Element; ratio: number; height?: number }

let report: (entries: Entry[]) => void
const observed = new Set<Element>()
let tracker: Disposable | undefined
let isHidden = false

beforeEach(() => {
  jest.useFakeTimers()
  observed.clear()
  isHidden = false
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
  globalThis.IntersectionObserver = class {
    constructor(callback: IntersectionObserverCallback) {
      report = (entries) =>
        callback(
          entries.map(({ target, ratio, height = 0 }) => ({
            target,
            isIntersecting: ratio > 0,
            intersectionRatio: ratio,
            intersectionRect: { height },
            rootBounds: { height: 800 },
          })) as unknown as IntersectionObserverEntry[],
          this as unknown as IntersectionObserver,
        )
    }
    observe = (element: Element) => void observed.add(element)
    disconnect = () => observed.clear()
  } as unknown as typeof IntersectionObserver
})

afterEach(() => {
  tracker?.[Symbol.dispose]()
  tracker = undefined
  document.body.replaceChildren()
  jest.useRealTimers()
  Reflect.deleteProperty(document, 'hidden')
})

function addPost(id: string, parent: Element = document.body): Element {
  const post = document.createElement('article')
  post.dataset['post'] = id
  parent.append(post)
  return post
}

/** Starts a tracker. `batches`: what it sent. `answers`: the results of sending, true when there are no more. */
function start(answers: boolean[] = []) {
  const batches: string[][] = []
  tracker = startViewTracker(async (ids) => {
    batches.push(ids)
    return answers.shift() ?? true
  })
  return batches
}

const setHidden = (value: boolean) => {
  isHidden = value
  document.dispatchEvent(new Event('visibilitychange'))
}
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms)

it('a post is sent after a second with half of it on the screen, with those that follow, and only once', async () => {
  const [one, two] = [addPost('one'), addPost('two')]
  const batches = start()
  report([
    { target: one, ratio: 0.5 },
    { target: two, ratio: 0.4 },
  ])
  await pass(1_000)
  report([{ target: two, ratio: 1 }])
  await pass(2_999)
  expect(batches).toEqual([])
  await pass(1)
  expect(batches).toEqual([['one', 'two']])
  report([{ target: one, ratio: 0 }])
  report([{ target: one, ratio: 1 }])
  await pass(10_000)
  expect(batches).toHaveLength(1)
})

it('a post that passes by is not seen', async () => {
  const post = addPost('one')
  const batches = start()
  for (let n = 0; n < 5; n++) {
    report([{ target: post, ratio: 1 }])
    await pass(999)
    report([{ target: post, ratio: 0.2 }])
    await pass(500)
  }
  await pass(10_000)
  expect(batches).toEqual([])
})

it('a post that is higher than the window is seen when it fills half of the window', async () => {
  const post = addPost('high')
  const batches = start()
  report([{ target: post, ratio: 0.1, height: 399 }])
  await pass(5_000)
  report([{ target: post, ratio: 0.1, height: 400 }])
  await pass(4_000)
  expect(batches).toEqual([['high']])
})

it('posts that are added later are watched, alone or inside of a list', async () => {
  start()
  const list = document.createElement('div')
  const inside = addPost('inside', list)
  document.body.append(list)
  const alone = addPost('alone')
  await pass(0)
  expect([...observed]).toEqual([inside, alone])
})

it('a hidden page sees nothing, and sends at once what it saw before', async () => {
  const [one, two] = [addPost('one'), addPost('two')]
  const batches = start()
  report([{ target: one, ratio: 1 }])
  await pass(1_000)
  report([{ target: two, ratio: 1 }])
  await pass(500)
  setHidden(true)
  expect(batches).toEqual([['one']])
  await pass(10_000)
  expect(batches).toHaveLength(1)
  setHidden(false)
  await pass(999)
  setHidden(true)
  setHidden(false)
  await pass(4_000)
  expect(batches).toEqual([['one'], ['two']])
})

it('a batch without a response goes with the next one, and a page that ends sends what it has', async () => {
  const [one, two] = [addPost('one'), addPost('two')]
  const batches = start([false])
  report([{ target: one, ratio: 1 }])
  await pass(4_000)
  report([{ target: two, ratio: 1 }])
  await pass(1_000)
  tracker?.[Symbol.dispose]()
  expect(batches).toEqual([['one'], ['one', 'two']])
})

it('a batch never has more posts than the call takes', async () => {
  const posts = Array.from({ length: 60 }, (_, n) => addPost(`post ${n}`))
  const batches = start([false])
  report(posts.map((target) => ({ target, ratio: 1 })))
  await pass(4_000)
  expect(batches.map(({ length }) => length)).toEqual([50, 50, 10])
})
