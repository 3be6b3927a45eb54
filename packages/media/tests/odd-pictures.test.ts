import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { encodeWithSharp } from '../src/pictures/sharp-encoder.ts'
import { createTestPicture } from '../src/testing.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meadow-odd-pictures-'))
})
afterAll(() => rm(folder, { recursive: true }))

const jpeg = await createTestPicture()
const png = await createTestPicture({ format: 'png' })
const PNG_HEADER_END = 33
const SCAN_MARKER = Buffer.of(0xff, 0xda)

function addChunks(type: string, ...contents: Buffer[]): Buffer {
  const chunks = contents.map((content) => {
    const body = Buffer.concat([Buffer.from(type), content])
    const numbers = Buffer.alloc(8)
    numbers.writeUInt32BE(content.length)
    numbers.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)])
  })
  return Buffer.concat([png.subarray(0, PNG_HEADER_END), ...chunks, png.subarray(PNG_HEADER_END)])
}

/** Changes the last coefficient of the only scan, which says that the scan has only a part of the details. */
function breakScanParameters(): Buffer {
  const broken = Buffer.from(jpeg)
  const at = broken.indexOf(SCAN_MARKER)
  const components = broken[at + 4] ?? 0
  broken[at + 5 + 2 * components + 1] = 0
  return broken
}

const times = (count: number, create: (index: number) => Buffer) => Array.from({ length: count }, (_, at) => create(at))
const bomb = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(9_000_000, 'a'))])

// Browsers show these files, and other products have refused them.
it.each([
  ['a JPEG with the scan parameters of some Samsung phones (lovell/sharp#1578)', breakScanParameters()],
  ['a JPEG with a page of zeros behind its end', Buffer.concat([jpeg, Buffer.alloc(4_096)])],
  [
    'a PNG with 2,000 texts (imgproxy/imgproxy#996)',
    addChunks('tEXt', ...times(2_000, (at) => Buffer.from(`Comment\0${at}`))),
  ],
  ['a PNG with 180 MB of compressed texts (ImageMagick/ImageMagick#1301)', addChunks('zTXt', ...times(20, () => bomb))],
  ['a PNG with a resolution of zero', addChunks('pHYs', Buffer.alloc(9))],
  ['a PNG with broken camera data', addChunks('eXIf', Buffer.from('MM\0*\xff\xff\xff\xff', 'latin1'))],
  [
    'a PNG with a broken colour profile',
    addChunks('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(200, 1))])),
  ],
])('shows %s', async (_, content) => {
  const file = join(folder, 'picture')
  await writeFile(file, content)
  expect(await encodeWithSharp(file, 60)).toMatchObject({ width: 60, height: 40 })
})
