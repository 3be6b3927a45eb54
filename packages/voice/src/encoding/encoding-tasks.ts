/** A recording or a video that has to be encoded. `id` is that of what has it, such as a message. */
export type EncodingTask = { id: string }

/** A queue of files to encode, without the files. The write of what has the file adds its task, in the same transaction. */
export type EncodingTaskStore = {
  /** Takes the task that has waited longest. After `until`, any process may take it again if it is still there. */
  claim(now: Date, until: Date): Promise<EncodingTask | undefined>
  /** Keeps other processes from a task that this one has taken, until then. */
  extend(id: string, until: Date): Promise<void>
  /** Counts an attempt to encode a file. Returns the attempts so far, this one included. */
  countAttempt(id: string): Promise<number>
  /** Removes a task. Neither what has the file nor the file changes. */
  drop(id: string): Promise<void>
}
