const STEPS = 5
const ATTEMPTS = 2

/**
 * Finds the highest rate that is sustained, by bisection between 0 and `upperBound`. A rate is sustained if one of two attempts
 * sustains it, so that a single stall of the machine does not decide. The result is exact to 1/32 of the upper bound.
 */
export async function findHighestRate(
  upperBound: number,
  isSustained: (rate: number) => Promise<boolean>,
): Promise<number> {
  let [low, high] = [0, upperBound]
  for (let step = 0; step < STEPS; step++) {
    const rate = (low + high) / 2
    if (await isSustainedOnce(rate, isSustained)) low = rate
    else high = rate
  }
  return low
}

async function isSustainedOnce(rate: number, isSustained: (rate: number) => Promise<boolean>): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) if (await isSustained(rate)) return true
  return false
}
