/** Colours of a scene: three sky tones from top to bottom, sun, far and near land, flowers. */
export type Palette = {
  sky: readonly [string, string, string]
  sun: string
  far: string
  near: string
  flowers: string
  stars?: true
}

const MORNING: Palette = {
  sky: ['#fde9c9', '#f7c59f', '#dfe7d4'],
  sun: '#fff6e0',
  far: '#c9d8c5',
  near: '#3f6b4a',
  flowers: '#f2b705',
}
const NOON: Palette = {
  sky: ['#bfe3f5', '#e6f4ee', '#f4f6e6'],
  sun: '#ffffff',
  far: '#b7d3cf',
  near: '#2f7a4b',
  flowers: '#e4572e',
}
const DUSK: Palette = {
  sky: ['#3a3a6a', '#b06a8f', '#f6b88a'],
  sun: '#ffd9a0',
  far: '#8f6f97',
  near: '#22283f',
  flowers: '#f2d0a9',
}
const NIGHT: Palette = {
  sky: ['#0d1b2a', '#1b3350', '#35587a'],
  sun: '#f3f0dc',
  far: '#34506b',
  near: '#0b1a22',
  flowers: '#e8e3b0',
  stars: true,
}
const SEA: Palette = {
  sky: ['#cfe8ef', '#f3efe0', '#fbe7cf'],
  sun: '#fffaf0',
  far: '#a8cdd3',
  near: '#1f5f6b',
  flowers: '#f26b4e',
}
const AUTUMN: Palette = {
  sky: ['#f5e6cf', '#f0cfa0', '#e8b98a'],
  sun: '#fff3d6',
  far: '#d9b38c',
  near: '#7a3b1d',
  flowers: '#d1495b',
}

const PALETTES = [MORNING, NOON, DUSK, NIGHT, SEA, AUTUMN] as const

/** Returns the palette of a seed. */
export const getPalette = (seed: number): Palette => PALETTES[seed % PALETTES.length] ?? MORNING
