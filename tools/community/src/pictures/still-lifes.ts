import { mix } from '@meadow/ui/landscape/colour'
import { type Canvas, oneOf, room, scene, several, shadow } from './canvas.ts'

const CRUST = '#b9713a'
const CRUMB = '#f0d9b0'

export const bread = scene((canvas) => {
  const { random, width: w, height: h, light } = canvas
  const loaves = 1 + Math.floor(random() * 3)
  const loaf = (i: number) => {
    const rx = (w * 0.3) / Math.sqrt(loaves)
    const x = w * (0.5 + (i - (loaves - 1) / 2) * 0.27)
    const y = h * (0.72 + (i % 2) * 0.05)
    const ry = rx * 0.52
    const cuts = several(4, (k) => {
      const at = x + rx * (-0.55 + k * 0.32)
      return `<path d="M${at} ${y - ry * 0.15}q${rx * 0.1} ${-ry * 0.5} ${rx * 0.22} ${-ry * 0.6}" stroke="${CRUMB}" stroke-width="${rx * 0.07}" stroke-linecap="round" fill="none"/>`
    })
    return `${shadow(x, y + ry * 0.92, rx * 1.08, light.dark)}<path d="M${x - rx} ${y + ry * 0.7}q${-rx * 0.08} ${-ry * 1.9} ${rx} ${-ry * 1.9}t${rx} ${ry * 1.9}q${-rx * 0.2} ${ry * 0.3} ${-rx} ${ry * 0.3}t${-rx} ${-ry * 0.3}z" fill="${mix(CRUST, '#7a4420', random() * 0.5)}"/><path d="M${x - rx * 0.8} ${y}q${rx * 0.3} ${-ry * 1.1} ${rx * 0.9} ${-ry * 1.05}" stroke="#fff" stroke-width="${rx * 0.1}" stroke-linecap="round" fill="none" opacity=".22"/>${cuts}`
  }
  const cloth = `<path d="M${w * 0.1} ${h}L${w * 0.2} ${h * 0.74}H${w * 0.84}L${w * 0.95} ${h}Z" fill="#fbf6ea" opacity=".9"/>`
  const crumbs = several(26, () => dot(w * (0.2 + random() * 0.6), h * (0.88 + random() * 0.1), w * 0.004, CRUST))
  return room(canvas, 0.6) + cloth + several(loaves, loaf) + crumbs
})

export const tomatoes = scene((canvas) => {
  const { random, width: w, height: h, light } = canvas
  const board = `<path d="M${w * 0.12} ${h * 0.7}H${w * 0.88}L${w * 0.94} ${h * 0.93}H${w * 0.06}Z" fill="#cf9c63"/><path d="M${w * 0.06} ${h * 0.93}H${w * 0.94}v${h * 0.025}H${w * 0.06}Z" fill="#8a5a30"/>`
  const fruit = several(6, (i) => {
    const r = w * (0.055 + random() * 0.035)
    const x = w * (0.2 + i * 0.12)
    const y = h * (0.78 + (i % 2) * 0.06) - r * 0.5
    const red = mix('#d1402f', '#e9892f', random() * 0.7)
    const split =
      i === 3
        ? `<path d="M${x} ${y - r * 0.5}q${r * 0.2} ${r * 0.6} ${-r * 0.05} ${r * 1.1}" stroke="#f6c6a0" stroke-width="${r * 0.14}" fill="none" stroke-linecap="round"/>`
        : ''
    const leaf = several(
      5,
      (k) =>
        `<path d="M${x} ${y - r * 0.82}l${Math.cos(k * 1.26) * r * 0.42} ${Math.sin(k * 1.26) * r * 0.2 - r * 0.08}" stroke="#4d7a45" stroke-width="${r * 0.13}" stroke-linecap="round"/>`,
    )
    return `${shadow(x, y + r * 0.92, r, light.dark)}<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r * 0.9}" fill="${red}"/><ellipse cx="${x - r * 0.35}" cy="${y - r * 0.35}" rx="${r * 0.25}" ry="${r * 0.16}" fill="#fff" opacity=".4"/>${split}${leaf}`
  })
  return room(canvas, 0.58) + board + fruit
})

export const cup = scene((canvas) => {
  const { random, width: w, height: h, light } = canvas
  const r = w * 0.15
  const x = w * (0.42 + random() * 0.16)
  const y = h * 0.62
  const colour = oneOf(random, ['#f4efe4', light.things[2], light.things[0]])
  const steam = several(
    3,
    (i) =>
      `<path d="M${x - r * 0.4 + i * r * 0.4} ${y - r * 0.5}q${r * 0.3} ${-r * 0.45} 0 ${-r * 0.9}t0 ${-r * 0.9}" stroke="#fff" stroke-width="${r * 0.07}" fill="none" stroke-linecap="round" opacity="${0.5 - i * 0.1}"/>`,
  )
  const saucer = `<ellipse cx="${x}" cy="${y + r * 1.15}" rx="${r * 1.6}" ry="${r * 0.3}" fill="${mix(colour, '#000000', 0.12)}"/>`
  return `${room(canvas, 0.6)}${steam}${shadow(x, y + r * 1.32, r * 1.8, light.dark)}${saucer}<path d="M${x + r * 0.9} ${y + r * 0.1}q${r * 0.75} 0 ${r * 0.6} ${r * 0.5}t${-r * 0.85} ${r * 0.25}" stroke="${colour}" stroke-width="${r * 0.18}" fill="none"/><path d="M${x - r} ${y - r * 0.2}q0 ${r * 1.4} ${r} ${r * 1.4}t${r} ${-r * 1.4}z" fill="${colour}"/><ellipse cx="${x}" cy="${y - r * 0.2}" rx="${r}" ry="${r * 0.26}" fill="${mix(colour, '#000000', 0.18)}"/><ellipse cx="${x}" cy="${y - r * 0.17}" rx="${r * 0.86}" ry="${r * 0.19}" fill="#8a5d2f"/>`
})

export const bowl = scene((canvas) => {
  const { random, width: w, height: h, light } = canvas
  const x = w * 0.5
  const y = h * 0.66
  const r = w * 0.27
  const colours = [...light.things, mix(light.things[0], light.things[1], 0.5)]
  const heap = several(13, (i) => {
    const size = r * (0.17 + random() * 0.08)
    const px = x + (((i * 5) % 13) / 12 - 0.5) * r * 1.5
    const py = y - r * 0.1 - (1 - Math.abs(px - x) / r) * r * 0.28 * (i % 3)
    return `<ellipse cx="${px}" cy="${py}" rx="${size * 1.15}" ry="${size}" fill="${oneOf(random, colours)}"/><ellipse cx="${px - size * 0.3}" cy="${py - size * 0.35}" rx="${size * 0.3}" ry="${size * 0.18}" fill="#fff" opacity=".35"/>`
  })
  const clay = mix(light.dark, light.ground, 0.25)
  return `${room(canvas, 0.62)}${shadow(x, y + r * 0.74, r, light.dark)}${heap}<path d="M${x - r} ${y - r * 0.02}q${r * 0.12} ${r * 0.76} ${r} ${r * 0.76}t${r} ${-r * 0.76}z" fill="${clay}"/><path d="M${x - r * 0.82} ${y + r * 0.12}q${r * 0.14} ${r * 0.42} ${r * 0.5} ${r * 0.52}" stroke="#fff" stroke-width="${r * 0.05}" fill="none" opacity=".25" stroke-linecap="round"/><path d="M${x - r * 0.3} ${y + r * 0.7}h${r * 0.6}l${-r * 0.06} ${r * 0.08}h${-r * 0.48}z" fill="${mix(clay, '#000000', 0.3)}"/>`
})

export const jar = scene((canvas) => {
  const { random, width: w, height: h, light } = canvas
  const honey = ['#f2c14e', '#d98e04', '#8a4b16'].slice(Math.floor(random() * 2))
  const each = honey.map((colour, i) => {
    const x = w * (0.5 + (i - (honey.length - 1) / 2) * 0.23)
    const s = h * 0.27
    const y = h * 0.52
    return `${shadow(x, y + s * 0.95, s * 0.42, light.dark)}<rect x="${x - s * 0.34}" y="${y - s * 0.24}" width="${s * 0.68}" height="${s * 1.16}" rx="${s * 0.1}" fill="${colour}" opacity=".92"/><rect x="${x - s * 0.34}" y="${y - s * 0.24}" width="${s * 0.2}" height="${s * 1.16}" rx="${s * 0.1}" fill="#fff" opacity=".22"/><rect x="${x - s * 0.22}" y="${y + s * 0.26}" width="${s * 0.44}" height="${s * 0.3}" rx="${s * 0.03}" fill="#fbf6ea"/><path d="M${x - s * 0.14} ${y + s * 0.36}h${s * 0.28}m${-s * 0.24} ${s * 0.1}h${s * 0.2}" stroke="${light.dark}" stroke-width="${s * 0.02}"/><rect x="${x - s * 0.3}" y="${y - s * 0.42}" width="${s * 0.6}" height="${s * 0.2}" rx="${s * 0.04}" fill="${light.things[0]}"/>`
  })
  return room(canvas, 0.64) + each.join('')
})

export const books = scene((canvas) => {
  const { random, width: w, height: h, light } = canvas
  const colours = [...light.things, '#efe3c8', mix(light.things[2], light.dark, 0.5), '#8c5a6b']
  const y = h * 0.74
  let x = w * 0.12
  const backs: string[] = []
  while (x < w * 0.82) {
    const thick = w * (0.03 + random() * 0.035)
    const tall = h * (0.32 + random() * 0.2)
    const tilt = random() > 0.85 ? `transform="rotate(8 ${x} ${y})"` : ''
    const colour = oneOf(random, colours)
    backs.push(
      `<g ${tilt}><rect x="${x}" y="${y - tall}" width="${thick}" height="${tall}" rx="3" fill="${colour}"/><rect x="${x + thick * 0.2}" y="${y - tall * 0.84}" width="${thick * 0.6}" height="${tall * 0.05}" fill="#fff" opacity=".5"/><rect x="${x + thick * 0.2}" y="${y - tall * 0.74}" width="${thick * 0.6}" height="${tall * 0.02}" fill="#fff" opacity=".4"/></g>`,
    )
    x += thick + (tilt ? w * 0.03 : w * 0.004)
  }
  const plank = `<rect x="${w * 0.06}" y="${y}" width="${w * 0.88}" height="${h * 0.035}" rx="4" fill="${mix(light.ground, '#3a2415', 0.35)}"/>`
  return (
    room(canvas, 1) +
    `<ellipse cx="${w * 0.5}" cy="${y + h * 0.07}" rx="${w * 0.42}" ry="${h * 0.03}" fill="${light.dark}" opacity=".2"/>` +
    backs.join('') +
    plank
  )
})

export const clock = scene((canvas) => {
  const { random, width: w, height: h, light } = canvas
  const r = h * 0.3
  const x = w * 0.5
  const y = h * 0.46
  const hand = (turn: number, long: number, thick: number) =>
    `<path d="M${x} ${y}l${Math.sin(turn) * r * long} ${-Math.cos(turn) * r * long}" stroke="${light.dark}" stroke-width="${r * thick}" stroke-linecap="round"/>`
  const marks = several(
    12,
    (i) =>
      `<rect x="${x - r * 0.02}" y="${y - r * 0.88}" width="${r * 0.04}" height="${r * (i % 3 === 0 ? 0.17 : 0.09)}" fill="${light.dark}" transform="rotate(${i * 30} ${x} ${y})"/>`,
  )
  const wheel = (wx: number, wy: number, wr: number) =>
    `<circle cx="${wx}" cy="${wy}" r="${wr}" fill="none" stroke="#c79a3b" stroke-width="${wr * 0.22}"/><circle cx="${wx}" cy="${wy}" r="${wr * 1.12}" fill="none" stroke="#c79a3b" stroke-width="${wr * 0.14}" stroke-dasharray="${wr * 0.18} ${wr * 0.17}"/>`
  return `${room(canvas, 0.84)}<circle cx="${x + r * 0.08}" cy="${y + r * 0.1}" r="${r * 1.12}" fill="${light.dark}" opacity=".22"/><circle cx="${x}" cy="${y}" r="${r * 1.1}" fill="${mix(light.ground, light.dark, 0.5)}"/><circle cx="${x}" cy="${y}" r="${r}" fill="#fbf6ea"/>${marks}${hand(-1.05, 0.5, 0.06)}${hand(1.05 + random() * 0.2, 0.74, 0.04)}${dot(x, y, r * 0.06, light.things[0])}${wheel(w * 0.2, h * 0.86, h * 0.07)}${wheel(w * 0.3, h * 0.9, h * 0.04)}`
})

export const fiddle = scene((canvas) => {
  const { random, width: w, height: h, light } = canvas
  const wood = mix('#a5562a', '#6b3416', random() * 0.6)
  const s = Math.min(w, h) * 0.25
  const body = `<path d="M0 ${-s * 0.95}c${s * 0.62} 0 ${s * 0.6} ${s * 0.5} ${s * 0.34} ${s * 0.72}c${s * 0.42} ${s * 0.2} ${s * 0.62} ${s * 1.2} ${-s * 0.34} ${s * 1.2}s${-s * 0.76} ${-s} ${-s * 0.34} ${-s * 1.2}c${-s * 0.26} ${-s * 0.22} ${-s * 0.28} ${-s * 0.72} ${s * 0.34} ${-s * 0.72}z" fill="${wood}"/><path d="M${-s * 0.3} ${-s * 0.6}q${-s * 0.2} ${s * 0.4} 0 ${s * 0.5}" stroke="#fff" stroke-width="${s * 0.07}" opacity=".2" fill="none" stroke-linecap="round"/><ellipse cx="${-s * 0.24}" cy="${s * 0.28}" rx="${s * 0.04}" ry="${s * 0.18}" fill="#2a1508"/><ellipse cx="${s * 0.24}" cy="${s * 0.28}" rx="${s * 0.04}" ry="${s * 0.18}" fill="#2a1508"/><rect x="${-s * 0.09}" y="${-s * 2}" width="${s * 0.18}" height="${s * 2.15}" fill="#2a1a12"/><circle cy="${-s * 2.05}" r="${s * 0.14}" fill="${wood}"/><rect x="${-s * 0.2}" y="${s * 0.3}" width="${s * 0.4}" height="${s * 0.06}" fill="#e7c98f"/><path d="M${-s * 0.04} ${-s * 1.9}V${s * 0.75}M${s * 0.04} ${-s * 1.9}V${s * 0.75}" stroke="#f5ead0" stroke-width="${s * 0.014}"/>`
  const bow = `<path d="M${w * 0.72} ${h * 0.16}L${w * 0.84} ${h * 0.9}" stroke="#5a2f17" stroke-width="${s * 0.07}" stroke-linecap="round"/><path d="M${w * 0.7} ${h * 0.17}L${w * 0.82} ${h * 0.89}" stroke="#f5ead0" stroke-width="${s * 0.03}"/>`
  return `${room(canvas, 0.8)}${shadow(w * 0.46, h * 0.94, s * 0.9, light.dark)}${bow}<g transform="translate(${w * 0.48} ${h * 0.64}) rotate(-14)">${body}</g>`
})

export const seedlings = scene((canvas) => {
  const { random, width: w, height: h, light } = canvas
  const pots = 5
  const clay = '#b4613c'
  const each = several(pots, (i) => {
    const x = w * (0.16 + (i * 0.68) / (pots - 1))
    const y = h * 0.68
    const s = w * 0.058
    const isEmpty = pots > 3 && i === 3 && random() > 0.4
    const leaf = (side: number, up: number) =>
      `<path d="M${x} ${y - s * 0.7 - up}q${side * s * 0.5} ${-s * 0.75} ${side * s * 1.05} ${-s * 0.5}q${-side * s * 0.2} ${s * 0.6} ${-side * s * 1.05} ${s * 0.5}z" fill="${mix('#5f9a56', '#a6c66a', random())}"/>`
    const plant = isEmpty
      ? ''
      : `<path d="M${x} ${y - s * 0.5}v${-s * 1.6}" stroke="#6f9b54" stroke-width="${s * 0.1}"/>${leaf(-1, s * 0.5)}${leaf(1, s * 0.7)}${leaf(-1, s * 1.2)}${leaf(1, s * 1.3)}`
    return `${shadow(x, y + s * 1.6, s * 1.1, light.dark)}${plant}<path d="M${x - s} ${y - s * 0.6}h${s * 2}l${-s * 0.32} ${s * 2.1}h${-s * 1.36}z" fill="${clay}"/><rect x="${x - s * 1.1}" y="${y - s * 0.8}" width="${s * 2.2}" height="${s * 0.5}" rx="${s * 0.1}" fill="${mix(clay, '#ffffff', 0.12)}"/>`
  })
  return room(canvas, 0.74) + each
})

export const window_ = scene((canvas) => windowOf(canvas))

function windowOf({ random, width: w, height: h, light }: Canvas): string {
  const [x, y, ww, hh] = [w * 0.26, h * 0.1, w * 0.48, h * 0.62]
  const wall = mix(light.wall[0], '#ffffff', 0.35)
  const hills = several(
    3,
    (i) =>
      `<path d="M${x} ${y + hh * (0.55 + i * 0.15)}q${ww * 0.25} ${-hh * (0.18 + random() * 0.12)} ${ww * 0.5} ${-hh * 0.02}t${ww * 0.5} ${-hh * 0.05}V${y + hh}H${x}Z" fill="${mix(light.things[2], light.dark, i * 0.22)}"/>`,
  )
  const flowers = several(18, () =>
    dot(
      x + random() * ww,
      y + hh + h * (0.02 - random() * 0.1),
      w * (0.008 + random() * 0.008),
      oneOf(random, [light.things[0], light.things[1]]),
    ),
  )
  const green = several(
    26,
    () =>
      `<ellipse cx="${x + random() * ww}" cy="${y + hh + h * 0.01 - random() * h * 0.05}" rx="${w * 0.018}" ry="${w * 0.009}" fill="${mix('#4f8350', '#8fb26a', random())}" transform="rotate(${random() * 90 - 45} ${x + ww / 2} ${y + hh})"/>`,
  )
  return `<rect width="${w}" height="${h}" fill="${wall}"/><rect width="${w * 0.3}" height="${h}" fill="${light.wall[1]}" opacity=".35"/><rect x="${x - w * 0.02}" y="${y - w * 0.02}" width="${ww + w * 0.04}" height="${hh + w * 0.04}" fill="${light.things[2]}"/><rect x="${x}" y="${y}" width="${ww}" height="${hh}" fill="#dcebf0"/>${hills}<path d="M${x + ww / 2} ${y}V${y + hh}M${x} ${y + hh * 0.42}H${x + ww}" stroke="${mix(light.things[2], '#ffffff', 0.15)}" stroke-width="${w * 0.014}"/><rect x="${x - w * 0.04}" y="${y + hh}" width="${ww + w * 0.08}" height="${h * 0.045}" fill="${light.ground}"/>${green}${flowers}<rect x="${x}" y="${y + hh + h * 0.045}" width="${ww}" height="${h * 0.09}" fill="#b4613c"/>`
}

const dot = (x: number, y: number, r: number, fill: string) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`
