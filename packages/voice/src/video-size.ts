/** Determines how a video is shown: its size as it is stored, the shape of its pixels, and the turn that its camera noted. */
export type VideoShape = {
  width: number
  height: number
  /** The width of a pixel divided by its height. */
  pixelRatio: number
  /** The turn that makes it upright, with mirroring: nine numbers, as the container stores them. */
  matrix: Buffer | null
}

const MAX_LONG_SIDE = 1_280
const MAX_SHORT_SIDE = 720

/** Returns an even number, which the colours of H.264 need. */
const toEven = (pixels: number): number => Math.max(2, Math.round(pixels / 2) * 2)

/**
 * Returns the size of the encoded video, before it is turned: at most 1280 × 720, or 720 × 1280, with square pixels. A smaller video is
 * not enlarged.
 */
export function fitVideo({ width, height, pixelRatio }: VideoShape): { width: number; height: number } {
  const shown = { width: width * pixelRatio, height }
  const scale = Math.min(
    1,
    MAX_LONG_SIDE / Math.max(shown.width, shown.height),
    MAX_SHORT_SIDE / Math.min(shown.width, shown.height),
  )
  return { width: toEven(shown.width * scale), height: toEven(shown.height * scale) }
}

const MATRIX_BYTES = 36

/**
 * Returns the filters of FFmpeg that turn a video upright. A phone stores videos as its sensor lies, and notes the turn in the container.
 * The result is that of the tool `ffmpeg`.
 */
export function listTurnFilters(matrix: Buffer | null): string[] {
  if (!matrix || matrix.length < MATRIX_BYTES) return []
  const at = (index: number) => matrix.readInt32LE(index * 4)
  const degrees = (Math.round((Math.atan2(at(1), at(0)) * 180) / Math.PI / 90) * 90 + 360) % 360
  if (degrees === 90) return [at(3) > 0 ? 'transpose=cclock_flip' : 'transpose=clock']
  if (degrees === 270) return [at(3) < 0 ? 'transpose=clock_flip' : 'transpose=cclock']
  if (degrees === 180) return [...(at(0) < 0 ? ['hflip'] : []), ...(at(4) < 0 ? ['vflip'] : [])]
  return at(4) < 0 ? ['vflip'] : []
}
