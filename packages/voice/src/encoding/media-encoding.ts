import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MediaStore } from '@meadow/media'
import { DomainError, type Logger } from '@meadow/service'
import { createPollingTask, type PollingTask } from '@meadow/storage'
import type { EncodingTask, EncodingTaskStore } from './encoding-tasks.ts'

export type MediaEncodingDeps = {
  files: MediaStore
  /** Schedules the removal of files at `dueAt`, unless a completion claims them before. */
  scheduleMediaRemovals: (paths: readonly string[], dueAt: Date) => Promise<void>
  log: Logger
  now: () => Date
}

/** A file that is encoded: where it is, the folder for what it becomes, and the signal that stops it. */
export type EncodingRun = { recorded: string; folder: string; signal: AbortSignal }

/** The attempt to encode a file: its outcome, the files that it needs, each with its path; or the reason why there is none. */
export type EncodingAttempt<Outcome> =
  | { outcome: Outcome; files: readonly StoredEncoding[] }
  | { code: string; message: string }

type StoredEncoding = { path: string; content: string | Buffer; type: string }

/** A file that waits for its encoding. */
type WaitingFile<Outcome> = {
  path: string
  /** Encodes the file. Returns undefined on a machine without an encoder. */
  encode: (run: EncodingRun) => Promise<EncodingAttempt<Outcome> | undefined>
  /**
   * Stores the outcome and tells who should know; `failed`, or undefined if the file is served as it is. Returns false if nothing has
   * changed, because what had the file is gone or complete.
   */
  complete: (outcome: Outcome | 'failed' | undefined) => Promise<boolean>
}

/** A kind of files that are encoded after they are stored. `Outcome` is what a file becomes. */
export type EncodedMedia<Outcome> = {
  /** The noun in the log. */
  noun: string
  tasks: EncodingTaskStore
  /** Finds the file of a task. Returns undefined if it does not wait. */
  find: (id: string) => Promise<WaitingFile<Outcome> | undefined>
}

const POLL_INTERVAL_MS = 15_000
/** After it, another instance takes the file of one that was killed. It is extended while a file is encoded. */
export const CLAIM_MS = 90_000
const EXTEND_INTERVAL_MS = 30_000
const MAX_ATTEMPTS = 3
/** Encoded files that no completion has claimed by then are removed. */
const UNCLAIMED_TTL_MS = 3_600_000

/**
 * Creates the background task that encodes files, one at a time; those of the first kind of `media` come first. A file
 * fails if it is missing, if its encoder refuses it, or if the encoder crashes on the third attempt or a later one. An outage of a store
 * is retried for as long as it lasts.
 */
export function createMediaEncodingTask(
  deps: MediaEncodingDeps,
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own outcome, which only the kind itself reads
  media: readonly EncodedMedia<any>[],
): PollingTask {
  const { log, now } = deps

  /** Encodes the next file. Returns false if none is due. */
  async function encodeNext(signal: AbortSignal): Promise<boolean> {
    for (const kind of media) {
      const at = now()
      const task = await kind.tasks.claim(at, new Date(at.getTime() + CLAIM_MS))
      if (!task) continue
      using _ = extendClaim(kind, task)
      await encodeTask(deps, kind, task, signal)
      return true
    }
    return false
  }

  function extendClaim({ tasks }: Pick<EncodedMedia<never>, 'tasks'>, { id }: EncodingTask): Disposable {
    const extend = () =>
      tasks
        .extend(id, new Date(now().getTime() + CLAIM_MS))
        .catch((error) => log.warn({ err: error }, 'failed to extend the claim of a file'))
    const timer = setInterval(extend, EXTEND_INTERVAL_MS)
    return { [Symbol.dispose]: () => clearInterval(timer) }
  }

  async function encodeDue(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await encodeNext(signal)));
  }

  return createPollingTask({
    name: 'media encoding',
    intervalMs: POLL_INTERVAL_MS,
    run: encodeDue,
    failure: 'failed to encode a file, will retry',
    log,
  })
}

/** Encodes one file, and completes what has it. */
async function encodeTask<Outcome>(
  deps: MediaEncodingDeps,
  kind: EncodedMedia<Outcome>,
  task: EncodingTask,
  signal: AbortSignal,
): Promise<void> {
  const file = await kind.find(task.id)
  if (!file) return kind.tasks.drop(task.id)
  await using temporary = await createTemporaryFolder()
  const result = await encodeFile(deps, kind, { waiting: file, task, folder: temporary.path, signal })
  if (result === 'retry' || (await file.complete(result.outcome))) return
  for (const added of result.paths) await deps.files.remove(added) // deleted, or completed by another instance
  await kind.tasks.drop(task.id)
}

/** Encodes a file and stores what it becomes. Returns `retry` if another run may succeed. */
async function encodeFile<Outcome>(
  { files, scheduleMediaRemovals, log, now }: MediaEncodingDeps,
  { noun, tasks }: EncodedMedia<Outcome>,
  {
    waiting,
    task,
    folder,
    signal,
  }: { waiting: WaitingFile<Outcome>; task: EncodingTask; folder: string; signal: AbortSignal },
): Promise<'retry' | { outcome: Outcome | 'failed' | undefined; paths: readonly string[] }> {
  const { id } = task
  const recorded = join(folder, 'recorded')
  const file = await files.open(waiting.path)
  if (!file) return { outcome: 'failed', paths: [] }
  await pipeline(file.read(), createWriteStream(recorded))
  const attempts = await tasks.countAttempt(id) // an outage of the media store is none
  const attempt = await waiting.encode({ recorded, folder, signal })
  if (attempt === undefined) return { outcome: undefined, paths: [] }
  if ('code' in attempt) {
    log.info({ id, reason: attempt.code, detail: attempt.message }, `a ${noun} was not encoded`)
    const canRetry = signal.aborted || (attempt.code === 'crashed' && attempts < MAX_ATTEMPTS)
    return canRetry ? 'retry' : { outcome: 'failed', paths: [] }
  }
  const paths = attempt.files.map((encoded) => encoded.path)
  await scheduleMediaRemovals(paths, new Date(now().getTime() + UNCLAIMED_TTL_MS))
  for (const { path, content, type } of attempt.files)
    await files.put(path, typeof content === 'string' ? createReadStream(content) : content, type)
  return { outcome: attempt.outcome, paths }
}

async function createTemporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), `meadow-upload-${process.pid}-`)) // removed by the next process if this one is killed
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Creates a probe that fails with `unavailable` if this machine has no encoder. */
export const createEncoderProbe = (encoder: { readonly isInstalled: boolean }) => async (): Promise<void> => {
  if (!encoder.isInstalled) throw new DomainError('unavailable')
}
