import { mix } from '@meadow/ui/landscape/colour'
import { circle, downward, glow } from '@meadow/ui/landscape/draw'
import { type Canvas, oneOf, scene, several, shadow } from './canvas.ts'

/** A sky from above to the horizon, with a sun or moon in it. */
function sky({ width: w, height: h, random }: Canvas, [top, low, sun]: readonly [string, string, string]): string {
  const [x, y] = [w * (0.2 + random() * 0.6), h * (0.16 + random() * 0.2)]
  return `<defs>${downward('sky', [
    [0, top],
    [0.75, low],
  ])}${glow('glow', sun)}</defs><rect width="${w}" height="${h}" fill="url(#sky)"/>${circle({ x, y, r: h * 0.22, fill: 'url(#glow)' })}${circle({ x, y, r: h * 0.055, fill: sun })}`
}

const DAY = ['#bfe0ee', '#f4f1e2', '#fffdf2'] as const
const DUSK = ['#4a4672', '#f0a887', '#ffe0b0'] as const
const NIGHT = ['#0c1830', '#31517a', '#f3f0dc'] as const
const GREY = ['#c9d5dc', '#e9ebe6', '#f7f6ee'] as const

/** A soft hill from the left edge to the right one, and all below it. */
const hill = ({ width: w, height: h }: Canvas, y: number, bend: number, fill: string) =>
  `<path d="M0 ${h * y}q${w * 0.25} ${-h * bend} ${w * 0.5} ${-h * bend * 0.3}t${w * 0.5} ${h * bend * 0.1}V${h}H0Z" fill="${fill}"/>`

export const street = scene((canvas) => {
  const { random, seed, width: w, height: h } = canvas
  const isDark = seed % 3 === 0 || seed % 2 === 0
  const fronts = ['#e7b36a', '#d98873', '#e9d5a9', '#a9bfa0', '#c7a3a0', '#9fb4c4']
  const y = h * 0.84
  const houses: string[] = []
  for (let x = -w * 0.02; x < w; ) {
    const [wide, tall] = [w * (0.1 + random() * 0.06), h * (0.4 + random() * 0.26)]
    const front = mix(oneOf(random, fronts), '#1d2440', isDark ? 0.5 : 0)
    const windows = several(3, (row) =>
      several(2, (column) => {
        const isLit = isDark && random() > 0.5
        const fill = isLit ? '#ffd98a' : isDark ? '#2a3350' : '#5b7686'
        return `<rect x="${x + wide * (0.2 + column * 0.38)}" y="${y - tall * (0.88 - row * 0.25)}" width="${wide * 0.2}" height="${tall * 0.13}" rx="2" fill="${fill}"/>`
      }),
    )
    houses.push(
      `<rect x="${x}" y="${y - tall}" width="${wide}" height="${tall}" fill="${front}"/><path d="M${x - wide * 0.05} ${y - tall}h${wide * 1.1}l${-wide * 0.55} ${-wide * 0.42}z" fill="${mix('#a4503a', '#1d2440', isDark ? 0.5 : 0)}"/>${windows}<rect x="${x + wide * 0.38}" y="${y - tall * 0.16}" width="${wide * 0.22}" height="${tall * 0.16}" fill="${mix('#5c3d2e', '#1d2440', isDark ? 0.4 : 0)}"/>`,
    )
    x += wide + w * 0.004
  }
  const road = `<rect y="${y}" width="${w}" height="${h - y}" fill="${isDark ? '#252b40' : '#b7aa98'}"/><path d="M0 ${y + h * 0.06}H${w}M0 ${y + h * 0.1}H${w}" stroke="${isDark ? '#566' : '#7d7468'}" stroke-width="${h * 0.006}"/>`
  return sky(canvas, isDark ? DUSK : DAY) + houses.join('') + road
})

export const boat = scene((canvas) => {
  const { random, seed, width: w, height: h, light } = canvas
  const isEvening = seed % 3 === 0
  const hasSail = seed % 5 === 1
  const water = isEvening ? '#5a5578' : '#7fb0b5'
  const lines = several(
    22,
    () =>
      `<rect x="${random() * w}" y="${h * (0.6 + random() * 0.4)}" width="${w * (0.04 + random() * 0.12)}" height="${h * 0.004}" rx="2" fill="#fff" opacity="${(0.12 + random() * 0.25).toFixed(2)}"/>`,
  )
  const one = (x: number, y: number, s: number, colour: string) => {
    const sail = hasSail
      ? `<path d="M${x} ${y - s * 0.15}V${y - s * 1.5}" stroke="#5a3b24" stroke-width="${s * 0.04}"/><path d="M${x + s * 0.03} ${y - s * 1.45}q${s * 0.75} ${s * 0.5} ${s * 0.7} ${s * 1.2}h${-s * 0.7}z" fill="#f6efe0"/><path d="M${x + s * 0.03} ${y - s * 0.95}q${s * 0.4} ${s * 0.1} ${s * 0.62} ${s * 0.3}l${s * 0.06} ${s * 0.2}q${-s * 0.3} ${-s * 0.2} ${-s * 0.68} ${-s * 0.25}z" fill="${light.things[0]}"/>`
      : ''
    return `<ellipse cx="${x}" cy="${y + s * 0.24}" rx="${s * 0.85}" ry="${s * 0.08}" fill="#1c2f3a" opacity=".35"/>${sail}<path d="M${x - s} ${y - s * 0.2}q${s * 0.2} ${s * 0.45} ${s * 0.6} ${s * 0.45}h${s * 0.75}q${s * 0.42} 0 ${s * 0.65} ${-s * 0.55}q${-s} ${s * 0.3} ${-s * 2} ${s * 0.1}z" fill="${colour}"/><path d="M${x - s * 0.98} ${y - s * 0.16}q${s} ${s * 0.2} ${s * 1.95} ${-s * 0.1}" stroke="#fff" stroke-width="${s * 0.045}" fill="none" opacity=".7"/>`
  }
  const boats =
    hasSail || seed % 3 !== 0
      ? one(w * 0.5, h * 0.7, h * 0.24, light.things[2])
      : one(w * 0.32, h * 0.74, h * 0.19, light.things[0]) + one(w * 0.68, h * 0.7, h * 0.17, light.things[2])
  return `${sky(canvas, isEvening ? DUSK : DAY)}${hill(canvas, 0.56, 0.1, mix(water, '#30505a', 0.4))}<rect y="${h * 0.56}" width="${w}" height="${h}" fill="${water}"/>${lines}${boats}`
})

export const hut = scene((canvas) => {
  const { seed, width: w, height: h, random } = canvas
  const isNight = seed % 3 === 1
  const tones = isNight ? ['#2b4262', '#1d3049', '#122236'] : ['#9fbcc2', '#6f9a80', '#3f7350']
  const peak = `<path d="M0 ${h * 0.62}L${w * 0.22} ${h * 0.3}L${w * 0.34} ${h * 0.42}L${w * 0.56} ${h * 0.14}L${w * 0.8} ${h * 0.46}L${w} ${h * 0.34}V${h}H0Z" fill="${tones[0]}"/><path d="M${w * 0.56} ${h * 0.14}l${w * 0.09} ${h * 0.12}l${-w * 0.05} ${h * 0.02}l${-w * 0.03} ${h * 0.05}l${-w * 0.05} ${-h * 0.06}l${-w * 0.05} ${h * 0.03}z" fill="#fff" opacity="${isNight ? 0.5 : 0.9}"/>`
  const [x, y, s] = [w * 0.4, h * 0.72, h * 0.2]
  const house = `<rect x="${x}" y="${y - s * 0.6}" width="${s * 1.3}" height="${s * 0.6}" fill="${isNight ? '#3a3230' : '#a08c7a'}"/><path d="M${x - s * 0.15} ${y - s * 0.6}L${x + s * 0.65} ${y - s * 1.1}L${x + s * 1.45} ${y - s * 0.6}Z" fill="${isNight ? '#241d1c' : '#6d4a3a'}"/><rect x="${x + s * 0.2}" y="${y - s * 0.42}" width="${s * 0.22}" height="${s * 0.22}" fill="${isNight ? '#ffd98a' : '#dfeaf0'}"/><rect x="${x + s * 0.12}" y="${y - s * 0.42}" width="${s * 0.08}" height="${s * 0.22}" fill="#b5402f"/><rect x="${x + s * 0.42}" y="${y - s * 0.42}" width="${s * 0.08}" height="${s * 0.22}" fill="#b5402f"/><rect x="${x + s * 0.8}" y="${y - s * 0.4}" width="${s * 0.22}" height="${s * 0.4}" fill="#4a2f22"/>`
  const stars = isNight
    ? several(70, () =>
        circle({
          x: random() * w,
          y: random() * h * 0.5,
          r: 0.6 + random() * 1.6,
          fill: '#fff',
          opacity: 0.3 + random() * 0.6,
        }),
      )
    : ''
  return (
    sky(canvas, isNight ? NIGHT : DAY) +
    stars +
    peak +
    hill(canvas, 0.72, 0.12, tones[1] as string) +
    house +
    hill(canvas, 0.9, 0.1, tones[2] as string)
  )
})

export const lighthouse = scene((canvas) => {
  const { seed, width: w, height: h, random } = canvas
  const isDark = seed % 4 === 1
  const tones = isDark ? NIGHT : seed % 2 ? DAY : GREY
  const water = isDark ? '#1c3450' : '#6f9ea6'
  const [x, y, s] = [w * 0.62, h * 0.66, h * 0.42]
  const beam = isDark ? `<path d="M${x} ${y - s}L0 ${h * 0.08}V${h * 0.34}Z" fill="#ffe9a8" opacity=".35"/>` : ''
  const rock = `<path d="M${x - s * 0.8} ${h * 0.78}q${s * 0.3} ${-s * 0.34} ${s * 0.7} ${-s * 0.32}t${s} ${s * 0.36}z" fill="${isDark ? '#101c2b' : '#59646a'}"/>`
  const tower = `<path d="M${x - s * 0.11} ${y}L${x - s * 0.07} ${y - s * 0.9}h${s * 0.14}L${x + s * 0.11} ${y}Z" fill="${isDark ? '#8fa0b5' : '#fbf7ee'}"/><rect x="${x - s * 0.1}" y="${y - s * 0.62}" width="${s * 0.2}" height="${s * 0.14}" fill="#b5402f" opacity=".85"/><rect x="${x - s * 0.07}" y="${y - s * 1.03}" width="${s * 0.14}" height="${s * 0.12}" fill="${isDark ? '#ffe9a8' : '#9fc3cf'}"/><path d="M${x - s * 0.09} ${y - s * 1.03}h${s * 0.18}l${-s * 0.09} ${-s * 0.1}z" fill="#7a2f24"/><rect x="${x - s * 0.42}" y="${y - s * 0.16}" width="${s * 0.26}" height="${s * 0.17}" fill="${isDark ? '#65758a' : '#f1ead9'}"/><path d="M${x - s * 0.46} ${y - s * 0.16}h${s * 0.34}l${-s * 0.17} ${-s * 0.12}z" fill="#7a2f24"/>`
  const foam = several(
    30,
    () =>
      `<rect x="${random() * w}" y="${h * (0.78 + random() * 0.22)}" width="${w * (0.03 + random() * 0.1)}" height="${h * 0.005}" rx="2" fill="#fff" opacity="${(0.15 + random() * 0.3).toFixed(2)}"/>`,
  )
  return `${sky(canvas, tones)}${beam}<rect y="${h * 0.72}" width="${w}" height="${h}" fill="${water}"/>${rock}${tower}<rect y="${h * 0.78}" width="${w}" height="${h}" fill="${mix(water, '#0b2430', 0.25)}"/>${foam}`
})

export const train = scene((canvas) => {
  const { width: w, height: h, random } = canvas
  const y = h * 0.56
  const stars = several(90, () =>
    circle({
      x: random() * w,
      y: random() * h * 0.45,
      r: 0.6 + random() * 1.7,
      fill: '#fff',
      opacity: 0.3 + random() * 0.6,
    }),
  )
  const arches = several(
    6,
    (i) => `<path d="M${(i * w) / 6} ${h}V${h * 0.8}q${w / 12} ${-h * 0.24} ${w / 6} 0V${h}" fill="#1a2b45"/>`,
  )
  const coaches = several(4, (i) => {
    const x = w * (0.06 + i * 0.225)
    const lit = several(
      6,
      (k) =>
        `<rect x="${x + w * (0.012 + k * 0.033)}" y="${y - h * 0.085}" width="${w * 0.022}" height="${h * 0.04}" rx="2" fill="#ffdf95"/>`,
    )
    const mirrored = several(
      6,
      (k) =>
        `<rect x="${x + w * (0.014 + k * 0.033)}" y="${h * (0.86 + random() * 0.06)}" width="${w * 0.018}" height="${h * 0.05}" fill="#ffdf95" opacity=".22"/>`,
    )
    return `<rect x="${x}" y="${y - h * 0.115}" width="${w * 0.215}" height="${h * 0.115}" rx="${h * 0.018}" fill="#7d2f35"/>${lit}${mirrored}`
  })
  return `${sky(canvas, NIGHT)}${stars}${hill(canvas, 0.66, 0.16, '#16263d')}<rect y="${h * 0.8}" width="${w}" height="${h}" fill="#233d5e"/>${arches}<rect y="${y}" width="${w}" height="${h * 0.06}" fill="#0c1626"/><rect y="${y + h * 0.06}" width="${w}" height="${h * 0.04}" fill="#101d31"/>${coaches}`
})

export const bicycle = scene((canvas) => {
  const { seed, width: w, height: h, light } = canvas
  const wall = ['#dcebe3', '#eec873', '#e6d3c4', '#c3cbe4'][seed % 4] ?? '#dcebe3'
  const colour = ['#3f7a52', '#c8452f', '#8c5a6b', '#3c6ea5'][seed % 4] ?? '#3f7a52'
  const r = h * 0.2
  const [y, back, front] = [h * 0.7, w * 0.34, w * 0.66]
  const wheel = (x: number) => {
    const spokes = several(12, (i) => `M${x} ${y}l${Math.cos(i * 0.5236) * r} ${Math.sin(i * 0.5236) * r}`)
    return `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="#2b2b2b" stroke-width="${r * 0.09}"/><path d="${spokes}" stroke="#555" stroke-width="${r * 0.015}"/><circle cx="${x}" cy="${y}" r="${r * 0.08}" fill="#2b2b2b"/>`
  }
  const [px, sx, hx] = [w * 0.47, w * 0.43, w * 0.605]
  const frame = `<path d="M${back} ${y}L${sx} ${y - r * 1.35}L${hx} ${y - r * 1.35}L${px} ${y}L${back} ${y}M${px} ${y}L${sx - w * 0.008} ${y - r * 1.6}M${front} ${y}L${hx - w * 0.012} ${y - r * 1.85}" stroke="${colour}" stroke-width="${r * 0.1}" fill="none" stroke-linejoin="round" stroke-linecap="round"/><path d="M${sx - r * 0.36} ${y - r * 1.68}h${r * 0.6}" stroke="#3a2a20" stroke-width="${r * 0.16}" stroke-linecap="round"/><path d="M${hx - r * 0.32} ${y - r * 1.92}q${r * 0.3} ${-r * 0.1} ${r * 0.5} ${r * 0.08}" stroke="#3a2a20" stroke-width="${r * 0.1}" fill="none" stroke-linecap="round"/><circle cx="${px}" cy="${y}" r="${r * 0.2}" fill="none" stroke="#2b2b2b" stroke-width="${r * 0.07}"/>`
  const bag =
    seed % 3 === 1 && seed > 1
      ? `<path d="M${hx - r * 0.1} ${y - r * 1.6}h${r * 0.8}l${-r * 0.1} ${r * 0.55}h${-r * 0.6}z" fill="#b98a5e"/>`
      : ''
  return `<rect width="${w}" height="${h}" fill="${wall}"/><rect y="${h * 0.12}" width="${w}" height="${h * 0.02}" fill="#fff" opacity=".25"/><path d="M0 0L${w * 0.7} 0L${w} ${h * 0.86}H${w * 0.3}Z" fill="#fff" opacity=".16"/><rect y="${h * 0.86}" width="${w}" height="${h * 0.14}" fill="${mix(light.ground, '#5a5148', 0.5)}"/>${shadow(w * 0.5, h * 0.91, w * 0.34, '#2b2118')}${wheel(back)}${wheel(front)}${frame}${bag}`
})

export const birds = scene((canvas) => {
  const { random, seed, width: w, height: h } = canvas
  const bird = (x: number, y: number, s: number) =>
    `<path d="M${x - s} ${y}q${s * 0.2} ${-s * 0.9} ${s * 0.9} ${-s * 0.85}l${s * 0.5} ${-s * 0.08}l${-s * 0.3} ${s * 0.25}q${s * 0.1} ${s * 0.75} ${-s * 0.7} ${s * 0.72}l${-s * 0.7} ${s * 0.3}z" fill="#1f2733"/>`
  const tones = ['#fbe3b4', '#f7efdc', '#ffffff'] as const satisfies readonly string[]
  if (seed % 3 !== 0) {
    const count = seed % 5 === 1 && seed > 5 ? 1 : 3
    const wires = several(
      count,
      (i) =>
        `<path d="M0 ${h * (0.34 + i * 0.16)}Q${w / 2} ${h * (0.4 + i * 0.16)} ${w} ${h * (0.34 + i * 0.16)}" stroke="#1f2733" stroke-width="${h * 0.005}" fill="none"/>`,
    )
    const sitting = several(count === 1 ? 1 : 13, (i) => {
      const wire = i % count
      const x = w * (0.1 + random() * 0.8)
      const t = x / w
      return bird(x, h * (0.34 + wire * 0.16) + h * 0.12 * t * (1 - t) - h * 0.004, h * 0.028)
    })
    return sky(canvas, seed % 2 ? DUSK : tones) + hill(canvas, 0.92, 0.08, '#33405a') + wires + sitting
  }
  const post = seed === 6
  const flock = several(post ? 0 : 44, () => {
    const [x, y, s] = [w * (0.15 + random() * 0.7), h * (0.12 + random() * 0.42), h * (0.008 + random() * 0.012)]
    return `<path d="M${x - s * 2} ${y - s}q${s} ${s * 0.1} ${s * 2} ${s}q${s} ${-s} ${s * 2} ${-s * 0.9}q${-s * 1.3} ${s * 0.4} ${-s * 2} ${s * 1.7}q${-s * 0.6} ${-s * 1.3} ${-s * 2} ${-s * 1.8}z" fill="#26303d"/>`
  })
  const reeds = several(
    60,
    () =>
      `<path d="M${random() * w} ${h}q${w * 0.004} ${-h * 0.14} ${w * (random() * 0.02 - 0.01)} ${-h * (0.1 + random() * 0.14)}" stroke="#5d6a4a" stroke-width="${w * 0.003}" fill="none"/>`,
  )
  const alone = post
    ? `<rect x="${w * 0.6}" y="${h * 0.52}" width="${w * 0.014}" height="${h * 0.4}" fill="#5a4636"/>${bird(w * 0.608, h * 0.52, h * 0.04)}`
    : reeds
  return `${sky(canvas, GREY)}<rect y="${h * 0.68}" width="${w}" height="${h}" fill="${post ? '#cfc08a' : '#9fb2b8'}"/>${hill(canvas, 0.7, 0.04, post ? '#c2b27a' : '#8ea3a8')}${flock}${alone}`
})

export const sheep = scene((canvas) => {
  const { random, width: w, height: h } = canvas
  const one = (x: number, y: number, s: number) =>
    `<ellipse cx="${x}" cy="${y + s * 0.62}" rx="${s}" ry="${s * 0.14}" fill="#1f3d26" opacity=".3"/><path d="M${x - s * 0.4} ${y + s * 0.3}v${s * 0.34}M${x + s * 0.35} ${y + s * 0.3}v${s * 0.34}" stroke="#2b2b2b" stroke-width="${s * 0.14}"/>${several(7, (i) => `<circle cx="${x + Math.cos(i * 0.9) * s * 0.5}" cy="${y + Math.sin(i * 0.9) * s * 0.26}" r="${s * 0.36}" fill="#f8f4ea"/>`)}<ellipse cx="${x + s * 0.92}" cy="${y - s * 0.12}" rx="${s * 0.26}" ry="${s * 0.2}" fill="#33302e"/>`
  const flock = Array.from({ length: 15 }, () => ({
    x: w * (0.06 + random() * 0.86),
    y: h * (0.58 + random() * 0.34),
  })).sort((a, b) => a.y - b.y)
  return (
    sky(canvas, DAY) +
    hill(canvas, 0.5, 0.2, '#a9c69a') +
    hill(canvas, 0.56, 0.1, '#7fae72') +
    hill(canvas, 0.66, 0.12, '#5c9457') +
    flock.map(({ x, y }) => one(x, y, h * (0.018 + (y / h - 0.5) * 0.07))).join('')
  )
})
