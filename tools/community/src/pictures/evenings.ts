import { mix } from '@meadow/ui/landscape/colour'
import { circle, downward, fir, glow } from '@meadow/ui/landscape/draw'
import { oneOf, scene, several } from './canvas.ts'

export const stars = scene(({ random, seed, width: w, height: h }) => {
  const band = seed % 2 ? ['#0b1430', '#27345f', '#4b4a7a'] : ['#071a26', '#12414f', '#3f7f83']
  const spread = several(320, (i) => {
    const x = random() * w
    const y = i % 3 === 0 ? h * (0.75 - (x / w) * 0.6) + (random() - 0.5) * h * 0.22 : random() * h * 0.9
    return circle({
      x,
      y,
      r: 0.5 + random() ** 3 * 2.6,
      fill: oneOf(random, ['#fff', '#ffe9c4', '#cfe0ff']),
      opacity: 0.35 + random() * 0.65,
    })
  })
  const milk = several(26, () => {
    const x = random() * w
    return circle({
      x,
      y: h * (0.75 - (x / w) * 0.6),
      r: h * (0.05 + random() * 0.1),
      fill: 'url(#milk)',
      opacity: 0.14,
    })
  })
  const bright = `${circle({ x: w * 0.66, y: h * 0.26, r: h * 0.07, fill: 'url(#milk)' })}${circle({ x: w * 0.66, y: h * 0.26, r: h * 0.008, fill: '#fff' })}`
  const trees = several(28, (i) =>
    fir([w * (i / 27), h * (0.93 + random() * 0.05)], h * (0.02 + random() * 0.05), '#050b14'),
  )
  const land = `<path d="M0 ${h * 0.9}q${w * 0.3} ${-h * 0.08} ${w * 0.55} 0t${w * 0.45} ${-h * 0.03}V${h}H0Z" fill="#050b14"/>`
  return `<defs>${downward('sky', [
    [0, band[0] as string],
    [0.6, band[1] as string],
    [1, band[2] as string],
  ])}${glow('milk', '#dfe7ff')}</defs><rect width="${w}" height="${h}" fill="url(#sky)"/>${milk}${spread}${bright}${land}${trees}`
})

export const rain = scene(({ random, seed, width: w, height: h }) => {
  const isGreen = seed % 3 === 0
  const behind = isGreen ? ['#3f6b5f', '#16322f'] : ['#3b4460', '#151a2b']
  const lights = several(16, () =>
    circle({
      x: random() * w,
      y: h * (0.3 + random() * 0.6),
      r: h * (0.03 + random() * 0.08),
      fill: oneOf(random, ['#ffcf7a', '#ff9d66', '#9fd0e0', '#f4e6b0']),
      opacity: 0.16 + random() * 0.26,
    }),
  )
  const drops = several(170, () => {
    const [x, y, r] = [random() * w, random() * h, w * (0.002 + random() ** 2 * 0.008)]
    return `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r * 1.25}" fill="#dfeaf2" opacity=".35"/><ellipse cx="${x - r * 0.3}" cy="${y - r * 0.4}" rx="${r * 0.3}" ry="${r * 0.35}" fill="#fff" opacity=".8"/>`
  })
  const runs = several(16, () => {
    const [x, y] = [random() * w, random() * h * 0.6]
    return `<path d="M${x} ${y}q${w * 0.004} ${h * 0.1} ${-w * 0.002} ${h * (0.15 + random() * 0.2)}" stroke="#dfeaf2" stroke-width="${w * 0.003}" opacity=".3" fill="none" stroke-linecap="round"/>`
  })
  const bars = `<path d="M${w / 2} 0V${h}M0 ${h * 0.5}H${w}" stroke="${mix(behind[1] as string, '#000000', 0.4)}" stroke-width="${w * 0.018}"/><rect width="${w}" height="${h}" fill="none" stroke="${mix(behind[1] as string, '#000000', 0.4)}" stroke-width="${w * 0.04}"/>`
  return `<defs>${downward('pane', [
    [0, behind[0] as string],
    [1, behind[1] as string],
  ])}</defs><rect width="${w}" height="${h}" fill="url(#pane)"/>${lights}${runs}${drops}${bars}`
})

export const code = scene(({ random, width: w, height: h }) => {
  const words = ['#8fd3a5', '#e8c17a', '#9db8e8', '#d9a1b8', '#c9d3d0']
  const lines = several(17, (row) => {
    const depth = Math.floor(random() * 3)
    let x = w * (0.2 + depth * 0.035)
    return several(random() > 0.12 ? 2 + Math.floor(random() * 4) : 0, () => {
      const long = w * (0.03 + random() * 0.09)
      const at = x
      x += long + w * 0.012
      return at + long > w * 0.84
        ? ''
        : `<rect x="${at}" y="${h * (0.17 + row * 0.036)}" width="${long}" height="${h * 0.014}" rx="${h * 0.007}" fill="${oneOf(random, words)}" opacity=".85"/>`
    })
  })
  const numbers = several(
    17,
    (row) =>
      `<rect x="${w * 0.155}" y="${h * (0.17 + row * 0.036)}" width="${w * 0.018}" height="${h * 0.012}" rx="3" fill="#4a5f5a"/>`,
  )
  return `<rect width="${w}" height="${h}" fill="#d9cfc0"/><path d="M0 ${h * 0.86}H${w}V${h}H0Z" fill="#a5845f"/><ellipse cx="${w / 2}" cy="${h * 0.9}" rx="${w * 0.3}" ry="${h * 0.025}" fill="#4a3524" opacity=".35"/><rect x="${w * 0.45}" y="${h * 0.8}" width="${w * 0.1}" height="${h * 0.09}" fill="#3a3f42"/><rect x="${w * 0.11}" y="${h * 0.09}" width="${w * 0.78}" height="${h * 0.74}" rx="${h * 0.02}" fill="#2a2f31"/><rect x="${w * 0.13}" y="${h * 0.12}" width="${w * 0.74}" height="${h * 0.68}" rx="${h * 0.01}" fill="#14211e"/>${numbers}${lines}<rect x="${w * 0.42}" y="${h * 0.49}" width="${w * 0.004}" height="${h * 0.03}" fill="#fff"/><rect x="${w * 0.91}" y="${h * 0.74}" width="${w * 0.07}" height="${h * 0.12}" rx="8" fill="#c8553d"/>`
})
