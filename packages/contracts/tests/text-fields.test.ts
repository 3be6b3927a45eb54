import { describe, expect, it } from '@jest/globals'
import * as z from 'zod'
import { calls } from '../src/index.ts'
import { MAX_MESSAGE_LENGTH } from '../src/limits.ts'
import { countCharacters, countStoredCharacters, cutText, trimText } from '../src/visible-text.ts'
import { listFields, type RequestField, requestSchemas } from './request-fields.ts'

/** The kind of text that a field of a request takes. The compiler does not know a new field: the first test below does. */
type FieldKind = 'lines' | 'line' | 'identifier'

const FIELDS: Record<string, FieldKind> = {
  'createPost.body.content': 'lines',
  'createPost.body.alt': 'lines',
  'createPost.body.pictures.0.alt': 'lines',
  'addComment.body.text': 'lines',
  'fileReport.body.text': 'lines',
  'decideReport.body.rule': 'line',
  'decideReport.body.note': 'lines',
  'updateReport.body.note': 'lines',
  'appealDecision.body.text': 'lines',
  'decideAppeal.body.note': 'lines',
  'appealSuspension.body.text': 'lines',
  'setVerified.body.username': 'identifier',
  'changeLegalNotice.body.text': 'lines',
  'setRole.body.username': 'identifier',
  'createInvite.body.note': 'line',
  'setMutedWords.body.words.0.text': 'line',
  'updateRefusals.body.words.0': 'line',
  'updateRefusals.body.emailDomains.0': 'identifier',
  'updateRefusals.body.emails.0': 'identifier',
  'changeUsername.body.username': 'identifier',
  'addPasskey.body.name': 'line',
  'renamePasskey.body.name': 'line',
  'sendMessage.body.content': 'lines',
  'sendMessage.content': 'lines', // by socket
  'sendImage.body.content': 'lines',
  'sendImage.body.alt.0': 'lines',
  'editMessage.body.content': 'lines',
  'createGroup.body.name': 'line',
  'renameGroup.body.name': 'line',
  'sendGroupMessage.body.content': 'lines',
  'editPost.body.content': 'lines',
  'sharePost.body.content': 'lines',
  'sharePost.body.pictures.0.alt': 'lines',
  'sharePost.body.pictureCover.note': 'line',
  'sharePost.body.language': 'identifier',
  'editComment.body.text': 'lines',
  'createPost.body.language': 'identifier',
  'createPost.body.pictureCover.note': 'line',
  'bookmarkPost.body.folder': 'line',
  'savePostDraft.body.content': 'lines',
  'saveMessageDraft.body.content': 'lines',
  'savePostDraft.body.pictures.0.alt': 'lines',
  'savePostDraft.body.pictureCover.note': 'line',
  'savePostDraft.body.language': 'identifier',
  'updateProfile.body.bio': 'lines',
  'changeEmail.body.email': 'identifier',
  'forgotPassword.body.email': 'identifier',
  'login.body.email': 'lines', // finds what is stored, also what is no longer accepted
  'updateProfile.body.fullName': 'line',
  'updateProfile.body.website': 'line',
  'updateProfile.body.location': 'line',
  'updateProfile.body.workplace': 'line',
  'updateProfile.body.education': 'line',
  'updateProfile.body.hometown': 'line',
  'updateProfile.body.currentCity': 'line',
  'updateProfile.body.phone': 'identifier',
  'register.body.fullName': 'line',
  'register.body.username': 'identifier',
  'register.body.email': 'identifier',
  'registerWithOAuth.body.fullName': 'line',
  'registerWithOAuth.body.username': 'identifier',
  'registerWithOAuth.body.email': 'identifier',
}

/** Texts in which nothing is visible. */
const BLANKS = {
  'white space': ' \t\n\u3000\u2003\u00a0\u2028',
  'zero-width space': '\u200b',
  'word joiner': '\u2060',
  'byte order mark': '\ufeff',
  'Braille blank': '\u2800',
  'Hangul fillers': '\u3164\uffa0\u115f\u1160',
  'soft hyphen': '\u00ad',
  'variation selector': '\ufe0f',
  joiners: '\u200d\u200c',
  'tag characters': '\u{e0067}\u{e0062}\u{e007f}',
  'Khmer inherent vowels': '\u17b4\u17b5',
  'direction controls': '\u202e\u2066\u2069\u200f\u061c',
  'marks without a letter': '\u0301'.repeat(5),
  'Egyptian blanks': '\u{13441}\u{13442}',
  'a noncharacter': '\ufffe',
  controls: '\u0001\u007f\u0085',
}

const FOREIGN = [
  'José Łukasz Søren Groß Æsir Işık O’Brien',
  'שלום עולם',
  'مرحبا بالعالم',
  'می‌خواهم', // ZWNJ
  'ภาษาไทย',
  'क्षत्रिय र्‍य', // ZWJ
  '\u1112\u1161\u11ab\u1100\u1173\u11af', // Hangul Jamo
  '漢字かな',
  '👩‍👩‍👧‍👦 ❤️ 1️⃣ 🇦🇹 👍🏽',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  'e\u0301',
  'null',
  'undefined',
  '__proto__',
]

const isTrimming = ({ schema }: RequestField) => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'string' && (def.checks ?? []).some(({ _zod }) => _zod.def.check === 'overwrite')
}

const fields = requestSchemas
  .flatMap(listFields)
  .filter(isTrimming)
  .filter(({ name }) => !/\.query\./.test(name)) // searched for, and never stored

const parse = ({ schema }: RequestField, text: string) => z.safeParse(schema, text)
const isRefused = (field: RequestField, text: string) => !parse(field, text).success

describe('every field in which members write', () => {
  it('is in this table', () => {
    expect(fields.map(({ name }) => name).toSorted()).toEqual(Object.keys(FIELDS).toSorted())
  })

  it.each(fields)('is empty or refused with nothing visible: $name', (field) => {
    for (const [blank, text] of Object.entries(BLANKS))
      for (const input of [text, ` ${text}\n${text}`])
        expect([blank, isRefused(field, input) || parse(field, input).data === '']).toEqual([blank, true])
  })

  const required = fields.filter((field) => isRefused(field, ''))
  it('must say something in names, addresses, comments and messages', () => {
    expect(required.map(({ name }) => name).toSorted()).toEqual([
      'addComment.body.text',
      'addPasskey.body.name',
      'appealDecision.body.text',
      'appealSuspension.body.text',
      'changeEmail.body.email',
      'changeLegalNotice.body.text',
      'changeUsername.body.username',
      'createGroup.body.name',
      'createPost.body.language',
      'editComment.body.text',
      'editMessage.body.content',
      'forgotPassword.body.email',
      'login.body.email',
      'register.body.email',
      'register.body.fullName',
      'register.body.username',
      'registerWithOAuth.body.email',
      'registerWithOAuth.body.fullName',
      'registerWithOAuth.body.username',
      'renameGroup.body.name',
      'renamePasskey.body.name',
      'saveMessageDraft.body.content',
      'savePostDraft.body.language',
      'sendGroupMessage.body.content',
      'sendMessage.body.content',
      'sendMessage.content',
      'setMutedWords.body.words.0.text',
      'setRole.body.username',
      'setVerified.body.username',
      'sharePost.body.language',
      'updateProfile.body.fullName',
      'updateRefusals.body.emailDomains.0',
      'updateRefusals.body.emails.0',
      'updateRefusals.body.words.0',
    ])
    for (const content of Object.values(BLANKS)) {
      expect(required.filter((field) => !isRefused(field, content))).toEqual([])
      expect(calls.createPost.body.safeParse({ content }).error?.issues[0]?.path).toEqual(['content'])
    }
  })

  it.each(fields)('is refused by its length before any pattern sees it: $name', (field) => {
    const codes = parse(field, 'a@a.a.'.repeat(20_000)).error?.issues.map(({ code }) => code)
    expect(codes).toEqual(['too_big'])
  })

  it.each(fields)('is refused if it cannot be stored: $name', (field) => {
    for (const text of ['a\0b', 'a\ud800', '\udc00b']) expect([text, isRefused(field, text)]).toEqual([text, true])
  })

  it.each(fields.filter(({ name }) => FIELDS[name] !== undefined && FIELDS[name] !== 'lines'))(
    'has one line without controls of lines or direction: $name',
    (field) => {
      for (const control of ['\n', '\r', '\t', '\u2028', '\u0085', '\u001b', '\u202e', '\u2066', '\u200f'])
        expect([control, isRefused(field, `an${control}n.at`)]).toEqual([control, true])
    },
  )

  const foreign = fields.filter(({ name }) => FIELDS[name] !== 'identifier' && !name.endsWith('.website'))
  it.each(foreign)('takes every script and emoji unchanged: $name', (field) => {
    for (const text of FOREIGN) expect(parse(field, text).data).toBe(text)
  })

  it.each(['name', 'bio'])('counts an emoji as one character: %s', (name) => {
    const [field, max] = name === 'name' ? (['fullName', 80] as const) : (['bio', 200] as const)
    expect(calls.updateProfile.body.safeParse({ [field]: '👍'.repeat(max) }).success).toBe(true)
    expect(calls.updateProfile.body.safeParse({ [field]: '👍'.repeat(max + 1) }).success).toBe(false)
  })
})

const ACCOUNT = { username: 'ann', fullName: 'Ann', password: 'a long word' }

describe('an e-mail address', () => {
  it.each(['\u200b', '\u00ad', '\u2060', '\ufe0f', '\u3164', '\u2800', '\u{e0061}', '\u034f', ' '])(
    'has nothing invisible that makes it look like another one: %p',
    (invisible) => {
      const email = `an${invisible}n@example.org`
      expect(calls.register.body.safeParse({ ...ACCOUNT, email }).error?.issues[0]?.message).toBe('Email is invalid')
    },
  )
})

describe('text', () => {
  it('loses white space and blanks at its ends, and keeps what belongs to its characters', () => {
    expect(trimText('\u200b \ufeffAnn \u2800\u3164')).toBe('Ann')
    expect(trimText(' ❤️ ')).toBe('❤️')
    expect(trimText('a \u200b b')).toBe('a \u200b b')
  })

  it('of a copied number loses the controls that an address book adds', () => {
    expect(calls.updateProfile.body.parse({ phone: '\u202a+43 1 234\u202c' }).phone).toBe('+43 1 234')
  })

  it('is counted in code points, lone surrogates included', () => {
    for (const value of ['', 'abc', '👍👍', 'a\ud800', '\udc00\ud800', 'e\u0301'])
      expect(countCharacters(value)).toBe([...value].length)
  })

  it('is counted as it is stored, in the same way by services and fields', () => {
    const counts = {
      '👍🏽': 2,
      'e\u0301': 2,
      'a\r\nb': 3, // a form with files sends each line break as two characters
      '  a\n\n': 1,
      '\u200b': 0,
      '👩‍👩‍👧‍👦': 7,
    }
    for (const [value, count] of Object.entries(counts)) {
      expect([value, countStoredCharacters(value)]).toEqual([value, count])
      const filled = value + 'x'.repeat(MAX_MESSAGE_LENGTH - count)
      if (count === 0 || value.endsWith('\n')) continue
      expect([
        value,
        calls.sendImage.body.safeParse({ recipientId: '01890000-0000-7000-8000-000000000001', content: filled }).error
          ?.issues ?? [],
      ]).toEqual([value, []])
      expect(
        calls.sendImage.body.safeParse({ recipientId: '01890000-0000-7000-8000-000000000001', content: `${filled}x` })
          .success,
      ).toBe(false)
    }
  })

  it('is never cut within an emoji, a flag, or a letter with its marks', () => {
    expect(cutText('ab👩‍👩‍👧‍👦', 3)).toBe('ab')
    expect(cutText('🇦🇹🇩🇪', 3)).toBe('🇦🇹')
    expect(cutText('ae\u0301', 2)).toBe('a')
    expect(cutText('👍👍', 2)).toBe('👍👍')
    expect(cutText(`a${'\u0301'.repeat(5_000)}`, 10)).toBe('')
  })
})
