import { describe, expect, it } from '@jest/globals'
import { renderTextsPage } from '../src/pages/texts.ts'
import { findTextCatalogues, isTextSource } from '../src/texts/catalogues.ts'
import { findUnusedTexts } from '../src/texts/unused-texts.ts'

const CATALOGUE = `import { createTexts } from '@meadow/web'

export const t = createTexts({
  // comment
  'post.likes': { one: '{count} like', other: '{count} likes' },
  'post.by': "By {name}, it's | {time}",
  'status.single': 'Single',
  'old.text': 'Old',
})
`
const sources = new Map([
  ['frontends/feed/src/texts.ts', CATALOGUE],
  ['frontends/feed/src/post.tsx', "t('post.likes', { count }) + t('post.by')"],
  ['frontends/feed/src/status.tsx', ['t(`status.$', '{status}`)'].join('')],
  ['frontends/chat/src/chat.tsx', "t('old.text')"],
])
const catalogues = findTextCatalogues(sources)

describe('the page of texts', () => {
  it('has a row with key, text and placeholders for each text', () => {
    const rows = renderTextsPage(catalogues).replaceAll(/ +/g, ' ')
    expect(rows).toContain('## frontends/feed')
    expect(rows).toContain('| `post.likes` | `{count} like` / `{count} likes` | `count` |')
    expect(rows).toContain("| `post.by` | `By {name}, it's \\| {time}` | `name`, `time` |")
    expect(rows).toContain('| `status.single` | `Single` | |')
  })
})

describe('a text that no source of its front end uses', () => {
  it('is one of a page that loads on demand, although the texts of its front end have the key, too', () => {
    const page = new Map([
      ...sources,
      ['frontends/feed/src/features/search/texts.ts', "export const t = createTexts({\n  'old.text': 'Old',\n})\n"],
    ])
    expect(findUnusedTexts(findTextCatalogues(page), page)).toEqual([
      "frontends/feed/src/features/search/texts.ts: no source uses 'old.text'",
      "frontends/feed/src/texts.ts: no source uses 'old.text'",
    ])
  })

  it('is a problem', () => {
    expect(findUnusedTexts(catalogues, sources)).toEqual(["frontends/feed/src/texts.ts: no source uses 'old.text'"])
  })

  it('is one although a test uses it', () => {
    expect(isTextSource('frontends/feed/src/post.tsx')).toBe(true)
    expect(['frontends/feed/src/post.test.tsx', 'frontends/feed/src/testing/a.ts'].filter(isTextSource)).toEqual([])
  })
})
