import { describe, expect, it } from '@jest/globals'
import { cleanCaptions, toCaptionsText } from './captions.ts'

const cue = '00:01.000 --> 00:02.500\nMoss'
const cleaned = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nMoss\n'

describe('cleanCaptions', () => {
  it('keeps times and texts, whatever the line ends and the byte order mark', () => {
    for (const source of [
      `WEBVTT\n\n${cue}`,
      `\ufeffWEBVTT\r\n\r\n${cue.replace('\n', '\r\n')}\r\n`,
      `WEBVTT - of a walk\r\r${cue.replace('\n', '\r')}`,
      `WEBVTT\n\nintro\n${cue.replace('.500', '.500 align:start position:0%')}`,
    ])
      expect(cleanCaptions(source)).toBe(cleaned)
    expect(cleanCaptions('WEBVTT\n\n100:00:00.000 --> 100:00:01.000\nLong')).toContain(
      '100:00:00.000 --> 100:00:01.000',
    )
  })

  it('leaves out styles, regions, notes, headers and tags', () => {
    const source = `WEBVTT\nKind: captions

STYLE
::cue { background: url(https://spy.example/a.png) }

REGION
id:fred

NOTE a comment
<script>alert(1)</script>

00:01.000 --> 00:02.500
<v Ann><i.loud>Mo</i>ss<script src=x>`
    expect(cleanCaptions(source)).toBe(cleaned.replace('Moss', 'Ann: Moss'))
  })

  it('reads references to characters, and names of objects as text', () => {
    const texts = (text: string) => cleanCaptions(`WEBVTT\n\n00:01.000 --> 00:02.500\n${text}`).split('\n').slice(3, -1)
    expect(texts('It&#39;s &quot;moss&quot; &#x2014; isn&apos;t it?')).toEqual(['It\'s "moss" \u2014 isn\'t it?'])
    expect(texts('&amp;#60; &amp;lt;')).toEqual(['&amp;#60; &amp;lt;']) // a reference is read once
    expect(texts('&constructor; &toString;')).toEqual(['&amp;constructor; &amp;toString;'])
    expect(texts('a&#13;&#10;&#10;b --&#62; c &#xD800;&#x110000;')).toEqual(['a   b --&gt; c \ufffd\ufffd'])
    expect(texts('<v.loud Ann &amp; Bob>Moss</v> <v Eve>No')).toEqual(['Ann &amp; Bob: Moss Eve: No'])
  })

  it('escapes what is no tag, so that it stays text', () => {
    const shown = cleanCaptions('WEBVTT\n\n00:01.000 --> 00:02.500\n&lt;b&gt; &amp;lt; A & B &unknown; --> x')
    expect(shown).toContain('\n&lt;b&gt; &amp;lt; A &amp; B &amp;unknown; --&gt; x\n')
    expect(cleanCaptions(shown)).toBe(shown)
  })

  it('sorts cues by time, and leaves out empty ones', () => {
    const source =
      'WEBVTT\n\n00:05.000 --> 00:06.000\nlater\n\n00:03.000 --> 00:04.000\n \n\n00:01.000 --> 00:02.000\nfirst'
    expect(cleanCaptions(source)).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nfirst\n\n00:00:05.000 --> 00:00:06.000\nlater\n',
    )
  })

  it.each([
    ['', 'no header'],
    ['1\n00:00:01,000 --> 00:00:02,000\nSubRip', 'another format'],
    ['WEBVTTX\n\n00:01.000 --> 00:02.000\nText', 'another word'],
    ['WEBVTT', 'no captions'],
    ['WEBVTT\n\n00:01,000 --> 00:02,000\nText', 'a comma'],
    ['WEBVTT\n\n00:02.000 --> 00:01.000\nText', 'an end before the beginning'],
    ['WEBVTT\n\n00:61.000 --> 00:62.000\nText', 'a second that does not exist'],
    ['WEBVTT\n\n --> \nText', 'no times'],
    [`WEBVTT\n\n${`${cue}\n\n`.repeat(2_001)}`, 'too many'],
    ['\u0000WEBVTT', 'a control character'],
    ['W\u0000E\u0000B\u0000V\u0000T\u0000T\u0000', 'UTF-16 read as UTF-8'],
  ])('refuses %j: %s', (source) => {
    expect(() => cleanCaptions(source)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
  })
})

describe('toCaptionsText', () => {
  it('returns what is said, in the order of time and without the times', () => {
    const source = 'WEBVTT\n\n00:03.000 --> 00:04.000\nMoss &amp;lt; &lt;b\n\n00:01.000 --> 00:02.000\n<v Ann>One\nTwo'
    expect(toCaptionsText(cleanCaptions(source))).toBe('Ann: One\nTwo\nMoss &lt; <b')
  })
})
