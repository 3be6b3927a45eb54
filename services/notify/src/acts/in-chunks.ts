const AT_ONCE = 2_000

/** Repeats a change of at most `limit` rows until none is left: no statement takes long, however many there are. */
export async function inChunks(change: (limit: number) => Promise<number>): Promise<void> {
  while ((await change(AT_ONCE)) === AT_ONCE);
}
