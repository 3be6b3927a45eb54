import { expect, it } from '@jest/globals'
import { detectVideoFormat } from './video-format.ts'

const toBytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

it.each([
  ['\0\0\0\x18ftypisom', 'mp4'],
  ['\0\0\0\x14ftypqt  ', 'mp4'],
  ['\0\0\0\x08wide\0\0\0\0', 'mp4'],
  ['\x1a\x45\xdf\xa3\0\0\0\0\0\0\0\0', 'mkv'],
  ['\0\0\0\x18ftypheic', undefined],
  ['\0\0\0\x18ftypM4A ', undefined],
  ['RIFF\0\0\0\0AVI ', undefined],
  ['OggS\0\x02\0\0\0\0\0\0', undefined],
  ['\0\0\0\x18ftyp', undefined],
  ['', undefined],
])('detects the format of %j', (signature, format) => {
  expect(detectVideoFormat(toBytes(signature))).toBe(format)
})
