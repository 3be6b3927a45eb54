// Renders the icons of the installed app from their SVG sources: node tools/e2e/src/screens/draw-icons.mjs
import path from 'node:path'
import sharp from 'sharp'

const folder = path.resolve(import.meta.dirname, '../../../../frontends/shell/public/icons')
const DENSITY = 600 // of the SVG, so that the largest icon is sharp

const ICONS = [
  { source: '../favicon', name: 'icon-192', size: 192 },
  { source: '../favicon', name: 'icon-512', size: 512 },
  { source: 'maskable', name: 'maskable-512', size: 512 },
  { source: 'maskable', name: 'apple-touch-icon', size: 180 },
  { source: 'monochrome', name: 'monochrome-512', size: 512 },
]

for (const { source, name, size } of ICONS)
  await sharp(path.join(folder, `${source}.svg`), { density: DENSITY })
    .resize(size, size)
    .png({ palette: true, compressionLevel: 9 })
    .toFile(path.join(folder, `${name}.png`))
