import { mix } from '@meadow/ui/landscape/colour'
import { type Canvas, oneOf, scene, several } from './canvas.ts'

/** Draws `cell` in every field of a grid with fields of this size. */
function grid(
  { width, height }: Canvas,
  size: number,
  cell: (x: number, y: number, column: number, row: number) => string,
) {
  return several(Math.ceil(height / size), (row) =>
    several(Math.ceil(width / size), (column) => cell(column * size, row * size, column, row)),
  )
}

const ground = ({ width, height }: Canvas, fill: string) => `<rect width="${width}" height="${height}" fill="${fill}"/>`

export const quilt = scene((canvas) => {
  const { random, width: w, light } = canvas
  const size = w / 8
  const cloths = [
    ...light.things,
    '#f5ead3',
    mix(light.things[0], '#ffffff', 0.45),
    mix(light.things[2], '#ffffff', 0.5),
  ]
  return (
    ground(canvas, '#f5ead3') +
    grid(canvas, size, (x, y, column, row) => {
      const [one, other] = [oneOf(random, cloths), oneOf(random, cloths)]
      const turned = (column + row) % 2 === 0
      const half = turned ? `M${x} ${y}h${size}l${-size} ${size}z` : `M${x} ${y}h${size}v${size}z`
      const stitches = `<rect x="${x + size * 0.06}" y="${y + size * 0.06}" width="${size * 0.88}" height="${size * 0.88}" fill="none" stroke="#fff" stroke-width="${size * 0.014}" stroke-dasharray="${size * 0.05} ${size * 0.04}" opacity=".65"/>`
      return `<rect x="${x}" y="${y}" width="${size}" height="${size}" fill="${one}"/><path d="${half}" fill="${other}"/>${stitches}`
    })
  )
})

export const tiles = scene((canvas) => {
  const { random, width: w, light } = canvas
  const size = w / 6
  const [petal, heart, frame] = random() > 0.5 ? light.things : ['#2f5d8a', '#d9a441', '#7fa3bf']
  return (
    ground(canvas, '#faf5ea') +
    grid(canvas, size, (x, y) => {
      const [cx, cy] = [x + size / 2, y + size / 2]
      const petals = several(
        8,
        (i) =>
          `<ellipse cx="${cx}" cy="${cy - size * 0.24}" rx="${size * 0.075}" ry="${size * 0.17}" fill="${i % 2 ? frame : petal}" transform="rotate(${i * 45} ${cx} ${cy})"/>`,
      )
      const corners = [
        [x, y],
        [x + size, y],
        [x, y + size],
        [x + size, y + size],
      ].map(
        ([px, py]) =>
          `<circle cx="${px}" cy="${py}" r="${size * 0.17}" fill="${frame}"/><circle cx="${px}" cy="${py}" r="${size * 0.09}" fill="#faf5ea"/>`,
      )
      const worn = `<rect x="${x}" y="${y}" width="${size}" height="${size}" fill="${light.dark}" opacity="${(random() * 0.08).toFixed(3)}"/>`
      return `${corners.join('')}${petals}<circle cx="${cx}" cy="${cy}" r="${size * 0.09}" fill="${heart}"/>${worn}<rect x="${x}" y="${y}" width="${size}" height="${size}" fill="none" stroke="#d8ccb4" stroke-width="${size * 0.02}"/>`
    })
  )
})

export const contours = scene((canvas) => {
  const { random, seed, width: w, height: h, light } = canvas
  const isNight = seed % 5 === 0
  const [paper, ink] = isNight ? ['#14213d', '#e6edf5'] : [mix(light.wall[0], '#ffffff', 0.5), light.dark]
  const hills = Array.from({ length: isNight ? 1 : 3 }, () => ({
    x: w * (0.2 + random() * 0.6),
    y: h * (0.2 + random() * 0.6),
    turn: random() * 6,
  }))
  const lines = hills.map(({ x, y, turn }) =>
    several(isNight ? 26 : 13, (i) => {
      const r = (i + 1) * w * 0.027
      const points = Array.from({ length: 40 }, (_, k) => {
        const angle = (k / 40) * Math.PI * 2
        const bent = isNight ? r : r * (1 + 0.16 * Math.sin(angle * 2 + turn) + 0.09 * Math.sin(angle * 5 + turn * 2))
        return `${(x + Math.cos(angle) * bent * 1.15).toFixed(1)} ${(y + Math.sin(angle) * bent).toFixed(1)}`
      })
      const fill = isNight || i > 0 ? 'none' : light.things[2]
      const dashes = isNight ? `stroke-dasharray="${r * (0.3 + random())} ${r * 0.7}"` : ''
      return `<path d="M${points.join('L')}Z" fill="${fill}" stroke="${ink}" stroke-width="${i % 5 === 4 ? w * 0.003 : w * 0.0014}" opacity="${i % 5 === 4 ? 0.75 : 0.45}" ${dashes}/>`
    }),
  )
  const brook = isNight
    ? ''
    : `<path d="M0 ${h * 0.2}q${w * 0.2} ${h * 0.1} ${w * 0.4} ${h * 0.3}t${w * 0.6} ${h * 0.35}" stroke="#5b8fb0" stroke-width="${w * 0.006}" fill="none"/><path d="M${w * 0.1} ${h}q${w * 0.3} ${-h * 0.4} ${w * 0.9} ${-h * 0.5}" stroke="${light.things[0]}" stroke-width="${w * 0.003}" stroke-dasharray="${w * 0.012} ${w * 0.008}" fill="none"/>`
  return ground(canvas, paper) + lines.join('') + brook
})

/** The colour of water far down and at the surface. */
const SEAS = [
  ['#17414f', '#cfe6e2'],
  ['#2b3a67', '#dfe3f5'],
  ['#7a4a21', '#f6e2c0'],
  ['#14524a', '#d7efdf'],
  ['#3d3550', '#e9dcea'],
] as const

export const waves = scene((canvas) => {
  const { width: w, height: h, seed } = canvas
  const [deep, shallow] = SEAS[seed % SEAS.length] ?? SEAS[0]
  const rows = 15
  return (
    ground(canvas, shallow) +
    several(rows, (i) => {
      const y = (i / rows) * h * 1.02 + h * 0.06
      const long = w / (4 + (i % 3))
      const high = h * (0.018 + i * 0.0022)
      const crests = several(12, () => `q${long / 4} ${-high * 2} ${long / 2} 0t${long / 2} 0`)
      const colour = mix(shallow, deep, (i + 1) / rows)
      return `<path d="M${-long * ((i * 0.37) % 1)} ${y}${crests}V${h}H0Z" fill="${colour}"/><path d="M${-long * ((i * 0.37) % 1)} ${y}${crests}" fill="none" stroke="#fff" stroke-width="${h * 0.0025}" opacity=".5"/>`
    })
  )
})

export const leaves = scene((canvas) => {
  const { random, width: w, height: h, light, seed } = canvas
  const isPale = seed % 3 === 0
  const greens = isPale
    ? ['#7fa07a', '#a9bf8f', '#5f8a6b', light.things[1]]
    : ['#2f5d46', '#4f8357', '#7ba65d', light.things[0]]
  return (
    ground(canvas, isPale ? '#f2ead7' : '#1f3d33') +
    several(70, (i) => {
      const long = w * (0.07 + random() * 0.09)
      const [x, y] = [random() * w, random() * h]
      const colour = i % 9 === 0 ? (greens[3] as string) : oneOf(random, greens.slice(0, 3))
      const veins = several(
        4,
        (k) =>
          `M0 ${-long * (0.2 + k * 0.18)}l${long * 0.16} ${-long * 0.1}M0 ${-long * (0.2 + k * 0.18)}l${-long * 0.16} ${-long * 0.1}`,
      )
      return `<g transform="translate(${x.toFixed(0)} ${y.toFixed(0)}) rotate(${(random() * 360).toFixed(0)})"><path d="M0 0q${long * 0.42} ${-long * 0.5} 0 ${-long}q${-long * 0.42} ${long * 0.5} 0 ${long}z" fill="${colour}"/><path d="M0 0V${-long * 0.92}${veins}" stroke="#fff" stroke-width="${long * 0.014}" opacity=".35" fill="none"/></g>`
    })
  )
})

export const knit = scene((canvas) => {
  const { width: w, light } = canvas
  const size = w / 34
  const [one, , other] = light.things
  return (
    ground(canvas, mix(one, '#000000', 0.25)) +
    grid(canvas, size, (x, y, column, row) => {
      const isOther = (Math.floor((column + row) / 3) % 3 === 0) !== (Math.floor((column - row + 60) / 4) % 4 === 0)
      const colour = isOther ? other : row % 9 < 2 ? '#f3e6cd' : one
      return `<path d="M${x} ${y}q${size * 0.1} ${size * 0.7} ${size / 2} ${size * 1.05}v${-size * 0.5}q${-size * 0.25} ${-size * 0.25} ${-size * 0.28} ${-size * 0.7}zM${x + size} ${y}q${-size * 0.1} ${size * 0.7} ${-size / 2} ${size * 1.05}v${-size * 0.5}q${size * 0.25} ${-size * 0.25} ${size * 0.28} ${-size * 0.7}z" fill="${colour}"/>`
    })
  )
})
