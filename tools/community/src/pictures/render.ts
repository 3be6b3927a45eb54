import sharp from 'sharp'
import { drawAvatar } from './avatar.ts'
import { SCENES } from './scenes.ts'

/** As quickly packed as possible: who receives it packs it anew. */
const toPng = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer()

export const renderAvatar = (words: readonly string[]): Promise<Buffer> => toPng(drawAvatar(words))

/** @throws Error when there is no such scene */
export function renderScene(scene: string, seed: number, { width, height } = sizeOf(seed)): Promise<Buffer> {
  const draw = SCENES[scene]
  if (!draw) throw new Error(`There is no scene '${scene}'`)
  return toPng(draw(seed, width, height))
}

/** Most pictures lie, some are square, some stand. */
function sizeOf(seed: number): { width: number; height: number } {
  if (seed % 7 === 3) return { width: 800, height: 800 }
  if (seed % 7 === 5) return { width: 760, height: 950 }
  return { width: 960, height: 640 }
}
