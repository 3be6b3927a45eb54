import { crc32 } from 'node:zlib'
import { expect, it } from '@jest/globals'
import sharp from 'sharp'
import { addGammaProfile } from '../src/pictures/png-gamma.ts'

const HEADER_END = 33
const LIGHT_GAMMA = 100_000
const MAC_GAMMA = 55_556

function toChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const numbers = Buffer.alloc(8)
  numbers.writeUInt32BE(data.length)
  numbers.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)])
}

const toGamma = (value: number) => {
  const data = Buffer.alloc(4)
  data.writeUInt32BE(value)
  return toChunk('gAMA', data)
}

async function createPng(space: 'srgb' | 'b-w', ...chunks: Buffer[]): Promise<Buffer> {
  const create = { width: 8, height: 8, channels: 3, background: { r: 100, g: 100, b: 100 } } as const
  const png = await sharp({ create }).toColourspace(space).png().toBuffer()
  return Buffer.concat([png.subarray(0, HEADER_END), ...chunks, png.subarray(HEADER_END)])
}

const readColour = async (png: Buffer) => [...(await sharp(png).toColourspace('srgb').raw().toBuffer()).subarray(0, 3)]

it.each([
  ['srgb', LIGHT_GAMMA, 168],
  ['b-w', LIGHT_GAMMA, 168],
  ['srgb', MAC_GAMMA, 119],
  ['b-w', MAC_GAMMA, 119],
] as const)('a PNG in %s with a gamma of %i has its colours', async (space, gamma, expected) => {
  const png = addGammaProfile(await createPng(space, toGamma(gamma)))
  for (const value of await readColour(png)) expect(Math.abs(value - expected)).toBeLessThanOrEqual(1)
})

it.each([
  ['without a gamma', []],
  ['with the gamma of sRGB', [toGamma(45_455)]],
  ['with a rounded gamma of sRGB', [toGamma(45_000)]],
  ['with an impossible gamma', [toGamma(0)]],
  ['with a gamma that sRGB replaces', [toChunk('sRGB', Buffer.of(0)), toGamma(LIGHT_GAMMA)]],
  ['with a gamma that a profile replaces', [toGamma(LIGHT_GAMMA), toChunk('iCCP', Buffer.from('x'))]],
  ['whose chunk of the gamma is cut off', [toGamma(LIGHT_GAMMA).subarray(0, 6)]],
])('leaves a PNG %s', async (_, chunks) => {
  const png = await createPng('srgb', ...chunks)
  expect(addGammaProfile(png)).toBe(png)
})

it('leaves other pictures, and a PNG that is cut off anywhere', async () => {
  const png = await createPng('srgb', toGamma(LIGHT_GAMMA))
  for (const content of [Buffer.from('\xff\xd8\xff', 'latin1'), Buffer.alloc(0), Buffer.from('GIF89a')])
    expect(addGammaProfile(content)).toBe(content)
  for (let length = 0; length < HEADER_END; length += 1) addGammaProfile(png.subarray(0, length))
})
