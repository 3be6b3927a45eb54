const BATCH_SIZE = 2_000

/** Repeats a change of at most `limit` rows until fewer rows are left, so that every statement is short. */
export async function repeatInBatches(change: (limit: number) => Promise<number>): Promise<void> {
  while ((await change(BATCH_SIZE)) === BATCH_SIZE);
}
