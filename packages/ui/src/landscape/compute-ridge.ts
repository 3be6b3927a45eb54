export type Point = readonly [x: number, y: number]
type RidgeShape = { width: number; base: number; height: number; roughness: number }

const SUBDIVISIONS = 7

/** Computes the outline of a mountain range by midpoint displacement. */
export function computeRidge(random: () => number, { width, base, height, roughness }: RidgeShape): Point[] {
  let line = [base + (random() - 0.5) * height, base + (random() - 0.5) * height]
  let reach = height
  for (let fold = 0; fold < SUBDIVISIONS; fold++) {
    line = line.flatMap((y, i) => {
      const next = line[i + 1]
      return next === undefined ? [y] : [y, (y + next) / 2 + (random() - 0.5) * reach]
    })
    reach *= roughness
  }
  return line.map((y, i) => [(i / (line.length - 1)) * width, y])
}
