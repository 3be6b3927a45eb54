import { describe, expect, it } from '@jest/globals'
import { REJECTED_WORDS } from './rejected-words.mjs'
import {
  findDirectStores,
  findPhysicalProperties,
  findRejectedNames,
  findRejectedWord,
  findUnreadKeys,
  splitIntoWords,
} from './source-rules.mjs'

describe('the check of names', () => {
  it.each([
    ['createHTTPServer', ['create', 'http', 'server']],
    ['graph-telling', ['graph', 'telling']],
    ['MAX_PLACE_MS', ['max', 'place', 'ms']],
  ])('splits %s into words', (name, words) => expect(splitIntoWords(name)).toEqual(words))

  it('rejects a word as a part of a name, and not inside of another word', () => {
    expect(findRejectedWord('toldRev')).toBe('told')
    expect(findRejectedWord('KEPT_DAYS')).toBe('kept')
    expect(findRejectedWord('placeholder')).toBeUndefined()
    expect(findRejectedWord('replaceText')).toBeUndefined()
  })

  it('allows a rejected word in a term of the field', () => {
    expect(findRejectedWord('deadLetterTopic')).toBeUndefined()
    expect(findRejectedWord('readKafkaDeadLetters')).toBeUndefined()
    expect(findRejectedWord('letterId')).toBe('letter')
  })

  it('reports file names and exports, and ignores local names', () => {
    const text = 'export type Parts = {}\nconst told = 1\nexport async function tellAll() {}\n'
    const problems = findRejectedNames(new Map([['services/chat/src/message-desk.ts', text]]))
    expect(problems).toEqual(
      [
        ['message-desk', 'desk'],
        ['Parts', 'parts'],
        ['tellAll', 'tell'],
      ].map(
        ([name, word]) =>
          `services/chat/src/message-desk.ts: the name ${name} contains '${word}': ${REJECTED_WORDS[word]}`,
      ),
    )
  })

  it('has a reason for every word', () => {
    for (const reason of Object.values(REJECTED_WORDS)) expect(reason).toContain(': ')
  })
})

describe('the check of key handlers', () => {
  it.each([
    "<div onKeyDown={(event) => event.key === 'Enter' && send()} />",
    "document.addEventListener('keydown', (event) => { if (event.isComposing) return })",
    'const handle = (event: KeyboardEvent) => { const { key, code } = event }',
  ])('reports a handler that reads a key by itself: %s', (text) => {
    expect(findUnreadKeys(new Map([['frontends/chat/src/a.tsx', text]]))).toHaveLength(1)
  })

  it.each([
    "<div onKeyDown={(event) => readKey(event) === 'Enter' && send()} />",
    "addEventListener('storage', (event) => event.key === STORAGE_KEY)",
  ])('accepts %s', (text) => {
    expect(findUnreadKeys(new Map([['frontends/chat/src/a.tsx', text]]))).toEqual([])
  })
})

describe('the check of stores', () => {
  it.each([
    "localStorage.setItem('draft', text)",
    'const { length } = sessionStorage',
    "await caches.open('pictures')",
    "const database = await openDB('mine')",
    "globalThis.indexedDB.open('mine')",
  ])('reports a store of the browser that belongs to nobody: %s', (text) => {
    expect(findDirectStores(new Map([['frontends/chat/src/a.tsx', text]]))).toHaveLength(1)
  })

  it.each([
    "memberStorage.write(memberId, 'draft', text)",
    '/** Applies a message to all\n * caches.Then to localStorage. */',
    'const caches = clients.map(({ caches }) => caches) // caches.first of localStorage',
  ])('accepts %s', (text) => {
    expect(findDirectStores(new Map([['frontends/chat/src/a.tsx', text]]))).toEqual([])
  })

  it('accepts the module that clears the stores, and tests', () => {
    const text = "localStorage.setItem('theme', 'dark')"
    const paths = ['packages/web/src/page/browser-storage.ts', 'frontends/chat/src/a.test.tsx', 'tools/e2e/a.ts']
    expect(findDirectStores(new Map(paths.map((path) => [path, text])))).toEqual([])
  })
})

describe('the check of styles', () => {
  const find = (line) => findPhysicalProperties(new Map([['a.module.css', `.a {\n  ${line}\n}`]]))

  it.each([
    'margin-left: auto;',
    'border-right-width: 1px;',
    'left: 0;',
    'text-align: right;',
    'float: left;',
    'border-top-left-radius: 0;',
    'padding: 0 4px 0 8px;',
  ])('reports a style that names a side: %s', (line) => {
    expect(find(line)).toEqual([expect.stringMatching(/^a\.module\.css:2: /)])
  })

  it.each([
    'margin-inline-start: auto;',
    'text-align: start;',
    'left: 50%;',
    'padding: 0 4px 2px 4px;',
    'right: calc(16px + env(safe-area-inset-right, 0px));',
    'transform-origin: left top;',
  ])('accepts %s', (line) => {
    expect(find(line)).toEqual([])
  })
})
