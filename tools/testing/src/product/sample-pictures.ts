import sharp from 'sharp'

const PALETTES = {
  evening: ['#f6c9a0', '#fdf1dc', '#fff4d6', '#8fb39a', '#4f7d66', '#2c5443'],
  noon: ['#a9d3e8', '#eef7f4', '#ffffff', '#b7cf9b', '#7fa86a', '#4b7a4e'],
  night: ['#1f2d4d', '#54648c', '#f3efdc', '#3d5470', '#2a3f58', '#1a2a3f'],
} as const

/** A hill under a low sun or moon, as somebody might photograph it. */
export function drawSamplePicture(
  palette: keyof typeof PALETTES = 'evening',
  width = 1200,
  height = 800,
): Promise<Buffer> {
  const [sky, horizon, light, far, middle, near] = PALETTES[palette]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800" width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${sky}"/><stop offset="1" stop-color="${horizon}"/></linearGradient></defs>
    <rect width="1200" height="800" fill="url(#sky)"/>
    <circle cx="840" cy="330" r="90" fill="${light}"/>
    <path d="M0 520 Q300 380 620 500 T1200 440 V800 H0Z" fill="${far}"/>
    <path d="M0 640 Q360 500 760 620 T1200 600 V800 H0Z" fill="${middle}"/>
    <path d="M0 730 Q420 660 820 720 T1200 700 V800 H0Z" fill="${near}"/>
  </svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
