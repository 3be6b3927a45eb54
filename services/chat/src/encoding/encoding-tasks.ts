/** A recording or a video that has to be encoded. */
export type EncodingTask = { messageId: string }

/** A queue of files to encode, without the files. The write of a message adds its task, in the same transaction. */
export type EncodingTaskStore = {
  /** Takes the task that has waited longest. After `until`, any process may take it again if it is still there. */
  claim(now: Date, until: Date): Promise<EncodingTask | undefined>
  /** Keeps other processes from a task that this one has taken, until then. */
  extend(messageId: string, until: Date): Promise<void>
  /** Counts an attempt to encode a file. Returns the attempts so far, this one included. */
  countAttempt(messageId: string): Promise<number>
  /** Removes a task. Neither the message nor its file changes. */
  drop(messageId: string): Promise<void>
}
