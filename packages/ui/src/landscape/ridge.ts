export type Point = readonly [x: number, y: number]
type Shape = { width: number; base: number; height: number; roughness: number }

const FOLDS = 7

/** The line of a mountain range: midpoints moved up or down by less and less. */
export function ridge(random: () => number, { width, base, height, roughness }: Shape): Point[] {
  let line = [base + (random() - 0.5) * height, base + (random() - 0.5) * height]
  let reach = height
  for (let fold = 0; fold < FOLDS; fold++) {
    line = line.flatMap((y, i) => {
      const next = line[i + 1]
      return next === undefined ? [y] : [y, (y + next) / 2 + (random() - 0.5) * reach]
    })
    reach *= roughness
  }
  return line.map((y, i) => [(i / (line.length - 1)) * width, y])
}
