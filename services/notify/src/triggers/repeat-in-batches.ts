const BATCH_SIZE = 2_000

/** Repeats a change of at most `limit` rows until fewer rows are left, so that every statement is short. Returns their number. */
export async function repeatInBatches(change: (limit: number) => Promise<number>): Promise<number> {
  let total = 0
  for (;;) {
    const changed = await change(BATCH_SIZE)
    total += changed
    if (changed < BATCH_SIZE) return total
  }
}
