import sharp from 'sharp'

/** A hill under a low sun, as somebody might photograph it. */
export function drawPicture(width = 1200, height = 800): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800" width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#f6c9a0"/><stop offset="1" stop-color="#fdf1dc"/></linearGradient></defs>
    <rect width="1200" height="800" fill="url(#sky)"/>
    <circle cx="840" cy="330" r="90" fill="#fff4d6"/>
    <path d="M0 520 Q300 380 620 500 T1200 440 V800 H0Z" fill="#8fb39a"/>
    <path d="M0 640 Q360 500 760 620 T1200 600 V800 H0Z" fill="#4f7d66"/>
    <path d="M0 730 Q420 660 820 720 T1200 700 V800 H0Z" fill="#2c5443"/>
  </svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
