import { crc32, deflateSync } from 'node:zlib'

/** The gamma of sRGB in a PNG, times 100,000. */
const SRGB_GAMMA = 45_455
/** Smaller differences from the gamma of sRGB are not visible. Times 100,000, as the range of gammas that mean something. */
const MIN_DIFFERENCE = 1_000
const GAMMA_RANGE = { min: 10_000, max: 1_000_000 }

/** Positions in the file, in bytes. Source: PNG specification, section 5. */
const FIRST_CHUNK_AT = 8
const HEADER_END = 33
const COLOUR_TYPE_AT = 25
/** Bit of the colour type. Source: PNG specification, section 11.2.1. */
const HAS_COLOUR = 2

/**
 * Returns a PNG with a colour profile that says the same as its gamma, which libvips ignores and browsers apply: without it,
 * pictures of 3D programs and of old Macs would be too dark. Returns any other picture as it is.
 */
export function addGammaProfile(content: Buffer): Buffer {
  const gamma = readGamma(content)
  if (gamma === undefined) return content
  const profile = createGammaProfile(100_000 / gamma, ((content[COLOUR_TYPE_AT] ?? 0) & HAS_COLOUR) > 0)
  const chunk = createChunk('iCCP', Buffer.concat([Buffer.from('gamma\0\0'), deflateSync(profile)]))
  return Buffer.concat([content.subarray(0, HEADER_END), chunk, content.subarray(HEADER_END)])
}

/**
 * Returns the gamma of a PNG, times 100,000; undefined if it has none, one that is not visibly different from that of sRGB or makes
 * no sense, or a better description of its colours.
 */
function readGamma(content: Buffer): number | undefined {
  if (content.toString('latin1', 1, 4) !== 'PNG') return undefined
  let gamma: number | undefined
  let at = FIRST_CHUNK_AT
  while (at + 12 <= content.length) {
    const type = content.toString('latin1', at + 4, at + 8)
    if (type === 'IDAT' || type === 'IEND') break
    if (type === 'iCCP' || type === 'sRGB' || type === 'cICP') return undefined
    if (type === 'gAMA') gamma = content.readUInt32BE(at + 8)
    at += 12 + content.readUInt32BE(at)
  }
  const isUsable = gamma !== undefined && gamma >= GAMMA_RANGE.min && gamma <= GAMMA_RANGE.max
  return isUsable && Math.abs((gamma ?? 0) - SRGB_GAMMA) >= MIN_DIFFERENCE ? gamma : undefined
}

function createChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([toUInt32(data.length), body, toUInt32(crc32(body))])
}

/** The white point of profiles. */
const D50 = [0.9642, 1, 0.8249]
/** The primaries of sRGB, adapted to D50. Source: the profile of IEC 61966-2-1. */
const PRIMARIES = {
  rXYZ: [0.43607, 0.22249, 0.01392],
  gXYZ: [0.38515, 0.71687, 0.09708],
  bXYZ: [0.14307, 0.06061, 0.7141],
}

/** Creates a profile with an exponent that decodes its values and, for a picture with colours, the primaries of sRGB. Source: ICC.1:2001-04. */
function createGammaProfile(exponent: number, hasColour: boolean): Buffer {
  const curve = Buffer.alloc(16)
  curve.write('curv')
  curve.writeUInt32BE(1, 8)
  curve.writeUInt16BE(Math.round(exponent * 256), 12)
  const tags: [string, Buffer][] = [
    ['desc', createDescription()],
    ['cprt', Buffer.from('text\0\0\0\0none\0\0\0\0', 'latin1')],
    ['wtpt', toXyzTag(D50)],
    ...(hasColour
      ? [
          ...Object.entries(PRIMARIES).map(([name, xyz]): [string, Buffer] => [name, toXyzTag(xyz)]),
          ...['rTRC', 'gTRC', 'bTRC'].map((name): [string, Buffer] => [name, curve]),
        ]
      : [['kTRC', curve] satisfies [string, Buffer]]),
  ]
  const table: Buffer[] = [toUInt32(tags.length)]
  let end = 128 + 4 + 12 * tags.length
  for (const [name, data] of tags) {
    table.push(Buffer.from(name), toUInt32(end), toUInt32(data.length))
    end += data.length
  }
  const header = Buffer.alloc(128)
  header.writeUInt32BE(end)
  header.writeUInt32BE(0x02400000, 8) // version 2.4
  header.write(hasColour ? 'mntrRGB XYZ ' : 'mntrGRAYXYZ ', 12)
  header.write('acsp', 36)
  Buffer.concat(D50.map(toS15Fixed16)).copy(header, 68)
  return Buffer.concat([header, ...table, ...tags.map(([, data]) => data)])
}

function createDescription(): Buffer {
  const description = Buffer.alloc(104)
  description.write('desc')
  description.writeUInt32BE(6, 8)
  description.write('gamma', 12)
  return description
}

const toUInt32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const toS15Fixed16 = (value: number): Buffer => toUInt32(Math.round(value * 65_536))
const toXyzTag = (xyz: readonly number[]): Buffer =>
  Buffer.concat([Buffer.from('XYZ \0\0\0\0', 'latin1'), ...xyz.map(toS15Fixed16)])
