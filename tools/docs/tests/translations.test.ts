import { describe, expect, it } from '@jest/globals'
import { createTexts } from '@meadow/contracts/create-texts'
import { readTexts } from '../src/repository.ts'
import { findTextCatalogues } from '../src/texts/catalogues.ts'
import {
  findTextsWithoutPlural,
  findTranslationProblems,
  findTranslations,
  renderTranslationSources,
} from '../src/texts/translations.ts'

const FOLDER = 'packages/features/src/sidebar'
const LITERAL = `export const t = createTexts({
  'hello': 'Hello, {name}',
  'likes': { one: '{count} like', other: '{count} likes' },
})
`
const [catalogue] = findTextCatalogues(new Map([[`${FOLDER}/texts.ts`, LITERAL]]))
const check = (language: string, texts: Record<string, string>) =>
  catalogue && findTranslationProblems(catalogue, { file: `${language}.json`, language, text: JSON.stringify(texts) })

describe('a translation', () => {
  const complete = { hello: 'Hallo, {name}', likes_one: '{count} Mal', likes_other: '{count} Mal' }

  it('has all texts, with the plural forms of its language', () => {
    expect(check('de', complete)).toEqual([])
    expect(check('ar', complete)).toEqual(
      ['zero', 'two', 'few', 'many'].map((form) => `ar.json: 'likes_${form}' is missing`),
    )
  })

  it('has no other texts', () => {
    expect(check('de', { ...complete, bye: 'Tschüss' })).toEqual(["de.json: no text has the key 'bye'"])
  })

  it.each([
    ['hello', 'Hallo'],
    ['hello', 'Hallo, {nam}'],
    ['likes_other', 'viele'],
  ])('has the placeholders of English: %s is not %p', (key, text) => {
    expect(check('de', { ...complete, [key]: text })).toEqual([
      `de.json: '${key}' has other placeholders than in English`,
    ])
  })

  it('may leave out the number where the form says it', () => {
    expect(check('de', { ...complete, likes_one: 'ein Mal' })).toEqual([])
  })
})

it('renders the English texts for translators', () => {
  const files = new Map([[`${FOLDER}/translations/de.json`, '{}']])
  const source = renderTranslationSources(catalogue ? [catalogue] : [], files)[`${FOLDER}/translations/en.json`] ?? ''
  expect(JSON.parse(source)).toEqual({
    hello: 'Hello, {name}',
    likes_one: '{count} like',
    likes_other: '{count} likes',
  })
})

it('refuses a count in a text without plural forms', () => {
  const one = findTextCatalogues(new Map([[`${FOLDER}/texts.ts`, "createTexts({\n  'unread': '{count} unread',\n})"]]))
  expect(findTextsWithoutPlural(one)).toEqual([
    `${FOLDER}/texts.ts: 'unread' needs the forms { one, other }, or another name than {count}`,
  ])
})

describe('the side columns', () => {
  async function openTexts(language: string) {
    const files = ['texts.ts', 'translations/de.json', 'translations/ar.json'].map((file) => `${FOLDER}/${file}`)
    const sources = await readTexts(files)
    const [sidebar] = findTextCatalogues(sources)
    if (!sidebar) throw new Error('The catalogue is missing')
    const found = findTranslations(sidebar, sources).find((file) => file.language === language)
    const entries = Object.fromEntries(sidebar.entries)
    return createTexts(entries, found && { language, texts: JSON.parse(found.text) })
  }

  it.each([
    ['en', [1, 3], ['Followed by Ingrid and 1 other', 'Followed by Ingrid and 3 others']],
    ['de', [1, 3], ['Ingrid und 1 weitere Person folgen', 'Ingrid und 3 weitere Personen folgen']],
    [
      'ar',
      [0, 1, 2, 3, 11, 100],
      [
        'يتابعه Ingrid',
        'يتابعه Ingrid وشخص آخر',
        'يتابعه Ingrid وشخصان آخران',
        'يتابعه Ingrid و3 أشخاص آخرين',
        'يتابعه Ingrid و11 شخصًا آخر',
        'يتابعه Ingrid و100 شخص آخر',
      ],
    ],
  ])('are complete in %s, with its plural forms', async (language, counts, expected) => {
    const t = await openTexts(language)
    expect(counts.map((count) => t('sidebar.followedByMore', { name: 'Ingrid', count } as never))).toEqual(expected)
  })
})
